import type { SystemCall } from './system-calls'

/** What a refused call answers, as numbers of errno. */
const EPERM = 1
export const ENOSYS = 38
const EAFNOSUPPORT = 97

/**
 * Whether a bit pattern of one argument has a value. Arguments are compared as 32 bits, which is what the kernel reads
 * of those named here.
 */
export interface ArgumentTest {
  argument: number
  /** Left out: all bits. */
  mask?: number
  is: number
}

/**
 * Calls that are refused with `errno`: always, or where all tests of any row of `when` hold, or where those of no row
 * of `unless` do.
 */
export interface Rule {
  calls: readonly SystemCall[]
  errno: number
  when?: readonly (readonly ArgumentTest[])[]
  unless?: readonly (readonly ArgumentTest[])[]
}

const AF_UNIX = 1
const AF_INET = 2
const AF_INET6 = 10
const AF_NETLINK = 16
const NETLINK_ROUTE = 0
const ANY_PROTOCOL = 0
const TCP = 6
const UDP = 17

/** CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID and NET. */
const NEW_NAMESPACES = [0x0002_0000, 0x0200_0000, 0x0400_0000, 0x0800_0000, 0x1000_0000, 0x2000_0000, 0x4000_0000]
const MAP_SHARED_ANONYMOUS = 0x21
const F_SETPIPE_SZ = 1031

const family = (is: number): ArgumentTest => ({ argument: 0, is })
const protocol = (is: number): ArgumentTest => ({ argument: 2, is })

/**
 * What a launched package may not ask the kernel for; no call has two rules. Programs fall back where a call is
 * answered as unknown, so that is the answer of those that an older kernel lacks.
 */
export const RULES: readonly Rule[] = [
  // The keyrings of the service, which a sandbox inherits.
  { calls: ['add_key', 'keyctl', 'request_key'], errno: EPERM },
  // Ways around this filter.
  { calls: ['io_uring_setup', 'io_uring_enter', 'io_uring_register', 'io_setup'], errno: ENOSYS },
  // Other processes.
  {
    calls: ['ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise', 'kcmp', 'pidfd_getfd'],
    errno: EPERM,
  },
  // Large parts of the kernel that no server needs.
  { calls: ['bpf', 'perf_event_open', 'userfaultfd', 'fanotify_init', 'fanotify_mark', 'personality'], errno: EPERM },
  { calls: ['modify_ldt', 'iopl', 'ioperm', 'uselib', 'lookup_dcookie', 'remap_file_pages'], errno: EPERM },
  // Memory that no process maps, and that a measurement of processes misses.
  { calls: ['memfd_create', 'memfd_secret', 'vmsplice'], errno: ENOSYS },
  { calls: ['shmget', 'shmat', 'semget', 'msgget', 'mq_open'], errno: ENOSYS },
  {
    calls: ['mmap'],
    errno: EPERM,
    when: [[{ argument: 3, mask: MAP_SHARED_ANONYMOUS, is: MAP_SHARED_ANONYMOUS }]],
  },
  { calls: ['fcntl'], errno: EPERM, when: [[{ argument: 1, is: F_SETPIPE_SZ }]] },
  // Memory of other processors' nodes.
  { calls: ['mbind', 'set_mempolicy', 'set_mempolicy_home_node', 'migrate_pages', 'move_pages'], errno: EPERM },
  // Mounts and namespaces. The flags of `clone3` are in memory, where no filter sees them.
  { calls: ['mount', 'umount2', 'pivot_root', 'chroot', 'move_mount', 'open_tree', 'fsopen'], errno: EPERM },
  { calls: ['fsconfig', 'fsmount', 'fspick', 'mount_setattr', 'unshare', 'setns'], errno: EPERM },
  { calls: ['clone3'], errno: ENOSYS },
  { calls: ['clone'], errno: EPERM, when: NEW_NAMESPACES.map((flag) => [{ argument: 0, mask: flag, is: flag }]) },
  // The machine itself.
  { calls: ['kexec_load', 'kexec_file_load', 'init_module', 'finit_module', 'delete_module', 'reboot'], errno: EPERM },
  { calls: ['swapon', 'swapoff', 'acct', 'quotactl', 'quotactl_fd', 'syslog', 'vhangup'], errno: EPERM },
  { calls: ['settimeofday', 'clock_settime', 'adjtimex', 'clock_adjtime'], errno: EPERM },
  { calls: ['sethostname', 'setdomainname', 'name_to_handle_at', 'open_by_handle_at'], errno: EPERM },
  // Sockets: local, TCP and UDP, and the list of network interfaces. So none of AF_VSOCK, AF_ALG, AF_PACKET and the
  // like.
  {
    calls: ['socket'],
    errno: EAFNOSUPPORT,
    unless: [
      [family(AF_UNIX)],
      ...[AF_INET, AF_INET6].flatMap((one) => [ANY_PROTOCOL, TCP, UDP].map((is) => [family(one), protocol(is)])),
      [family(AF_NETLINK), protocol(NETLINK_ROUTE)],
    ],
  },
  { calls: ['socketpair'], errno: EAFNOSUPPORT, unless: [[family(AF_UNIX)]] },
]
