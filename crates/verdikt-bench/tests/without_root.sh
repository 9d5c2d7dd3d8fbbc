#!/bin/sh
# Gives the user `nobody` control groups, as an administrator would, and measures as that user. Ends with 77 if that is impossible here.
binary=$1
name=verdikt-bench-test-$$
folders=
make() {
    mkdir "$1/$name" || exit 77
    folders="$folders $1/$name"
    if [ -e "$1/$name/cpuset.cpus" ]; then
        cat "$1/cpuset.cpus" > "$1/$name/cpuset.cpus"
        cat "$1/cpuset.mems" > "$1/$name/cpuset.mems"
    fi
    chown -R 65534:65534 "$1/$name"
}
leave() {
    for folder in $folders; do
        echo 0 > "$folder/../cgroup.procs"
        rmdir "$folder"
    done
}
command -v setpriv > /dev/null || exit 77
for controller in cpuacct memory freezer pids blkio; do
    own=$(grep ":$controller:" /proc/self/cgroup | cut -d: -f3)
    [ -d "/sys/fs/cgroup/$controller$own" ] || { echo "no hierarchy of version 1 for $controller"; leave; exit 77; }
    make "/sys/fs/cgroup/$controller${own%/}"
done
for folder in $folders; do
    echo 0 > "$folder/cgroup.procs" || { leave; exit 77; }
done
as_nobody() {
    setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all "$@"
}
as_nobody test -x "$binary" || { echo "nobody cannot execute $binary"; leave; exit 77; }

echo old > old
chown 65534:65534 old
as_nobody "$binary" exec --memlimit 30MB --format runexec -- tail /dev/zero 2>&1 | grep -e warning -e termination
as_nobody "$binary" exec -- sh -c 'id -u; echo written > /usr/written && cat /usr/written; echo made > made; cat made; kill -9 -1 2> /dev/null; cat old; echo new > old' > /dev/null 2>&1
cat output.log
as_nobody "$binary" exec --output-directory out -- sh -c 'echo made > made' > /dev/null 2>&1
find out -type f
# The first attempt at a container fails; what is set up for the output must serve the second one, too.
as_nobody "$binary" exec --max-output-size 100B -- seq 1000 > /dev/null 2>&1
grep -o '[0-9]* bytes were cut out' output.log
[ "$(cat old)" = old ] || echo "the run has changed a file"
leave
