#!/usr/bin/env python3
"""Runs presets over verification tasks, and says which verdicts are wrong.

    scripts/sweep.py --root COLLECTION/c --sets 'ReachSafety-*.set' --presets bmc,impact --limit 5 --out sweep.jsonl

Every result is one line of the output file; what the file already holds is not run again, so that an interrupted sweep goes on where it
stopped. Each run has its own process with limits on CPU time and memory by the operating system, above the limits that the tool keeps by itself.
`--report` prints the tables of an output file without running anything. The exit status is 1 if any verdict was wrong.

Tables are by category. A task of a set that is a selection of others, such as a sample, counts in the category that it is from; with `--root`, `--report` finds
that out for older records, too.
"""

import argparse
import collections
import glob
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time

EXPECTED = re.compile(r"property_file:\s*(\S*unreach-call\.prp)\s*\n\s*expected_verdict:\s*(true|false)")
CATEGORIES = "ReachSafety-*.set,*ReachSafety.set"
COUNTS = re.compile(r"^Statistics: (interpolations|failed interpolations|refinements) ([0-9]+)", re.MULTILINE)
VERDICT = re.compile(r"^Verdict: (TRUE|FALSE|UNKNOWN)(?:\((.*)\))?", re.MULTILINE)


def members(root, patterns):
    """The tasks of sets, each once: (path below the root, the set it is from)."""
    seen = set()
    for pattern in patterns:
        for file in sorted(glob.glob(os.path.join(root, pattern))):
            with open(file) as lines:
                for line in filter(None, map(str.strip, lines)):
                    for task in sorted(glob.glob(os.path.join(root, line))):
                        name = os.path.relpath(task, root)
                        if name not in seen:
                            seen.add(name)
                            yield name, os.path.splitext(os.path.basename(file))[0]


def categories(root):
    """The category of each task that has one."""
    return dict(members(root, CATEGORIES.split(",")))


def tasks(root, patterns):
    """The tasks of sets with an expected verdict: (path below the root, category, property file, expected)."""
    known, found = categories(root), []
    for name, own in members(root, patterns):
        task = os.path.join(root, name)
        with open(task) as text:
            match = EXPECTED.search(text.read())
        if match:
            prp = os.path.normpath(os.path.join(os.path.dirname(task), match.group(1)))
            found.append((name, known.get(name, own), prp, match.group(2) == "true"))
    return found


def run(options, task, preset):
    """One run, as a record."""
    name, category, prp, expected = task
    command = [options.binary, "verify", "-p", prp, "--time-limit", str(options.limit)]
    if preset != "default":
        command += ["--preset", preset]
    command += options.args.split() + [os.path.join(options.root, name)]

    def limit():
        # The kernel counts ticks here, which differ from the time that it tells by more than a tenth on a busy virtual machine.
        most = options.limit + options.limit // 4 + 2
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 2))
        resource.setrlimit(resource.RLIMIT_AS, (options.memory << 20, options.memory << 20))
        os.setsid()

    with tempfile.TemporaryFile() as out:
        begin = time.time()
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, preexec_fn=limit)
        killer = threading.Timer(options.wall or options.limit * 4 + 10, lambda: os.killpg(process.pid, signal.SIGKILL))
        killer.start()
        _, status, usage = os.wait4(process.pid, 0)
        killer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode(errors="replace")
    match = VERDICT.search(text)
    verdict, reason = (match.group(1), match.group(2) or "") if match else ("NONE", f"exit {process.returncode}: {text[-200:]}")
    return {
        "task": name, "category": category, "preset": preset, "expected": expected, "verdict": verdict, "reason": reason,
        "counts": {name: int(number) for name, number in COUNTS.findall(text)},
        "cpu": round(usage.ru_utime + usage.ru_stime, 2), "wall": round(time.time() - begin, 2), "memory": usage.ru_maxrss >> 10,
    }


def kind(record):
    if record["verdict"] not in ("TRUE", "FALSE"):
        return "unknown"
    if (record["verdict"] == "TRUE") != record["expected"]:
        return "wrong"
    return record["verdict"].lower()


def points(record):
    return {"true": 2, "false": 1, "unknown": 0, "wrong": -32 if record["verdict"] == "TRUE" else -16}[kind(record)]


def report(records):
    """Tables by preset and category, and everything that is wrong."""
    presets = list(dict.fromkeys(record["preset"] for record in records))
    categories = sorted({record["category"] for record in records})
    print("\n| category | tasks |" + "".join(f" {preset} |" for preset in presets))
    print("|---|---:|" + "---:|" * len(presets))
    for category in categories + ["all"]:
        inside = [r for r in records if category in ("all", r["category"])]
        cells = []
        for preset in presets:
            count = collections.Counter(kind(r) for r in inside if r["preset"] == preset)
            wrong = f" **{count['wrong']} wrong**" if count["wrong"] else ""
            cells.append(f"{count['true']} + {count['false']}{wrong}")
        print(f"| {category} | {len({r['task'] for r in inside})} | " + " | ".join(cells) + " |")
    solved = {r["task"] for r in records if kind(r) in ("true", "false")}
    print(f"\n{len(solved)} of {len({r['task'] for r in records})} solved by one of them (true + false).")
    for preset in presets:
        own = [r for r in records if r["preset"] == preset]
        decided = [r for r in own if kind(r) in ("true", "false")]
        print(f"{preset}: {len(decided)} solved, {sum(map(points, own))} points, {sum(r['cpu'] for r in decided):.0f} s CPU for what it solved, {sum(r['cpu'] for r in own):.0f} s in all")
        for reason, number in collections.Counter(re.sub(r"[0-9]+", "N", r["reason"])[:90] for r in own if kind(r) == "unknown").most_common(8):
            print(f"    {number:4} {reason}")
    for preset in presets:
        own = [(r.get("counts", {}), r) for r in records if r["preset"] == preset]
        counts = [(c, r) for c, r in own if c.get("interpolations")]
        uncounted = sum("failed interpolations" not in c for c, _ in own)
        failed = [(c["failed interpolations"], r) for c, r in counts if c.get("failed interpolations")]
        if counts:
            print(f"{preset}: {sum(c['interpolations'] for c, _ in counts)} interpolations in {len(counts)} tasks, {sum(n for n, _ in failed)} failed in {len(failed)}; {uncounted} runs ended without counts")
        for number, record in failed:
            print(f"FAILED INTERPOLATIONS {preset} {record['task']}: {number} of {record['counts']['interpolations']}, {record['verdict']}({record['reason'][:80]})")
    bad = [r for r in records if kind(r) == "wrong"]
    for record in bad:
        print(f"WRONG {record['preset']} {record['task']}: {record['verdict']}, expected {record['expected']}")
    for record in records:
        if record["verdict"] == "NONE":
            print(f"NO ANSWER {record['preset']} {record['task']}: {record['reason'][:160]!r}")
    return bad


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", help="the folder of the sets")
    parser.add_argument("--sets", default=CATEGORIES, help="patterns of set files, by commas")
    parser.add_argument("--presets", default="bmc,k-induction,predicate-abstraction,impact", help="by commas; `default` is the tool's own choice")
    parser.add_argument("--limit", type=int, default=5, help="seconds of CPU time a run")
    parser.add_argument("--wall", type=int, help="seconds of wall time a run, after which it is killed: more than four times the CPU time on a busy machine")
    parser.add_argument("--memory", type=int, default=4096, help="megabytes a run")
    parser.add_argument("--jobs", type=int, default=2, help="runs at a time")
    parser.add_argument("--binary", default="target/release/verdikt")
    parser.add_argument("--args", default="", help="further arguments of the tool")
    parser.add_argument("--only", default="", help="tasks that match this regular expression")
    parser.add_argument("--some", type=int, help="so many tasks, by a fixed shuffle")
    parser.add_argument("--out", required=True)
    parser.add_argument("--report", action="store_true")
    options = parser.parse_args()
    records = []
    if os.path.exists(options.out):
        with open(options.out) as lines:
            records = [json.loads(line) for line in lines if line.endswith("\n")]
    if not options.report:
        if not options.root:
            parser.error("--root is needed to run anything")
        chosen = [t for t in tasks(options.root, options.sets.split(",")) if re.search(options.only, t[0])]
        random.Random(1).shuffle(chosen)
        known = {(r["task"], r["preset"]) for r in records}
        todo = [(t, p) for t in chosen[: options.some] for p in options.presets.split(",") if (t[0], p) not in known]
        sweep(options, todo, records)
    elif options.root:
        known = categories(options.root)
        for record in records:
            record["category"] = known.get(record["task"], record["category"])
    return 1 if report(records) else 0


def sweep(options, todo, records):
    lock, pending, total = threading.Lock(), iter(todo), len(todo)
    done = [0]

    def work(out):
        while True:
            with lock:
                item = next(pending, None)
            if item is None:
                return
            record = run(options, *item)
            with lock:
                done[0] += 1
                records.append(record)
                out.write(json.dumps(record) + "\n")
                out.flush()
                mark = "  WRONG" if kind(record) == "wrong" else ""
                if mark or sys.stderr.isatty():
                    print(f"{done[0]}/{total} {record['preset']} {record['task']} {record['verdict']}({record['reason'][:60]}) {record['cpu']} s{mark}", file=sys.stderr)

    with open(options.out, "a") as out:
        workers = [threading.Thread(target=work, args=(out,), daemon=True) for _ in range(options.jobs)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()


if __name__ == "__main__":
    sys.exit(main())
