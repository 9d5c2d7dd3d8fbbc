"""Answers questions about a tool from its BenchExec tool-info module: one JSON object a line, each way."""
import json
import sys


def main():
    out = sys.stdout
    sys.stdout = sys.stderr  # whatever a module prints must not mix with answers
    state = {}
    for line in sys.stdin:
        question = json.loads(line)
        try:
            answer = ANSWERS[question["do"]](state, question)
        except BaseException as error:  # modules also call sys.exit
            answer = {"error": str(error) or type(error).__name__}
        out.write(json.dumps(answer) + "\n")
        out.flush()


def load(state, question):
    from benchexec import tooladapter

    module = __import__(question["module"], fromlist=["Tool"])
    tool = tooladapter.adapt_to_current_version(module.Tool())
    state["tool"] = tool
    return {"answer": tool.name()}


def executable(state, question):
    base = _base()
    if question["folder"]:
        locator = base.ToolLocator(tool_directory=question["folder"])
    else:
        locator = base.ToolLocator(use_path=True, use_current=True)
    return {"answer": state["tool"].executable(locator)}


def version(state, question):
    return {"answer": state["tool"].version(question["executable"])}


def folder(state, question):
    return {"answer": state["tool"].working_directory(question["executable"])}


def environment(state, question):
    return {"answer": state["tool"].environment(question["executable"])}


def command(state, question):
    base = _base()
    task = base.Task(
        input_files=question["files"],
        identifier=question["identifier"],
        property_file=question["property"],
        options=question["task_options"],
    )
    limits = base.ResourceLimits(**{k: v for k, v in question["limits"].items() if v is not None})
    line = state["tool"].cmdline(question["executable"], question["options"], task, limits)
    return {"answer": [str(argument) for argument in line]}


def status(state, question):
    from benchexec.util import ProcessExitCode

    base = _base()
    code = ProcessExitCode.create(value=question["value"], signal=question["signal"])
    output = base.RunOutput([line + "\n" for line in question["output"].splitlines()])
    run = base.Run(question["command"], code, output, question["reason"])
    return {"answer": state["tool"].determine_result(run)}


def value(state, question):
    output = _base().RunOutput([line + "\n" for line in question["output"].splitlines()])
    found = state["tool"].get_value_from_output(output, question["identifier"])
    return {"answer": None if found is None else str(found)}


def _base():
    from benchexec import tooladapter

    return tooladapter.CURRENT_BASETOOL


ANSWERS = {
    "load": load,
    "executable": executable,
    "version": version,
    "folder": folder,
    "environment": environment,
    "command": command,
    "status": status,
    "value": value,
}

main()
