function __plumbline_runs
    set -l home .plumbline
    set -q PLUMBLINE_HOME; and set home $PLUMBLINE_HOME
    ls $home/runs 2>/dev/null
end
function __plumbline_at
    set -l words (string match -v -- '-*' (commandline -opc)[2..-1])
    string match -q -- "$argv *" "$words "
end
function __plumbline_bare
    test (count (string match -v -- '-*' (commandline -opc)[2..-1])) -eq 0
end
@CASES@
