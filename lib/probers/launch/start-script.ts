/** Why a sandbox was not started, by the code that the start ends with. */
export const START_FAILURES = {
  120: 'its memory group cannot be entered',
  121: 'it gets no session keyring of its own',
  122: 'the filter of system calls is not in force',
  123: 'its memory can be limited neither by a cgroup nor by an oom_score_adj that stays (see docs/launching.md)',
  127: 'bwrap or setpriv is missing',
} as const

export const NO_FILTER = 122
export const NO_MEMORY_LIMIT = 123

/**
 * `perl -e START_SANDBOX KEYCTL FILTER PROCS PROGRAM…`: what only a process can do for itself before it becomes
 * `PROGRAM`. It enters a cgroup (`PROCS` is its `cgroup.procs`; empty: none), is what the kernel ends first where
 * memory runs out, joins a new session keyring (`KEYCTL` is the number of that call) and opens the file `FILTER` as
 * descriptor 3. Where a container refuses `keyctl` to everybody, no keyring can be reached either.
 */
export const START_SANDBOX = `
my ($keyctl, $filter, $procs, @program) = @ARGV;
my $rules;
$^F = 3;
sub put { my $file; open($file, '>', $_[0]) and syswrite($file, $_[1]) and close($file) }
$procs eq '' or put($procs, $$) or exit 120;
put('/proc/self/oom_score_adj', 1000) or $procs ne '' or exit 123;
syscall($keyctl + 0, 1, 0) >= 0 or $! == 1 or $! == 38 or exit 121;
open($rules, '<', $filter) and fileno($rules) == 3 or exit 122;
exec { $program[0] } @program;
exit 127;
`
