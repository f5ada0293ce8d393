_plumbline_runs() {
  ls "${PLUMBLINE_HOME:-.plumbline}/runs" 2>/dev/null
}
_plumbline() {
  local word="${COMP_WORDS[COMP_CWORD]}" path="" next="" words="" at known
  local paths=(@PATHS@)
  for ((at = 1; at < COMP_CWORD; at++)); do
    next="${path:+$path }${COMP_WORDS[at]}"
    for known in "${paths[@]}"; do [[ "$known" == "$next" ]] && path="$next"; done
  done
  case "$path" in
@CASES@
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
  [[ ${#COMPREPLY[@]} -eq 0 ]] && COMPREPLY=($(compgen -f -- "$word"))
  return 0
}
complete -o filenames -F _plumbline plumbline
