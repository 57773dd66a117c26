/** What a package manager reads of the environment: where its programs and its configuration are, and how it reaches its index. */
const OF_PACKAGE_MANAGERS =
  /^(?:PATH|HOME|LANG|npm_config_.+|(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR))$/i

interface Given {
  PROBE_LAUNCH: 'off' | 'bwrap'
  PROBE_LAUNCH_CONCURRENCY: number
  PROBE_LAUNCH_INSTALL_SECONDS: number
  PROBE_LAUNCH_INSTALL_MB: number
  PROBE_LAUNCH_SECONDS: number
  PROBE_LAUNCH_MEMORY_MB: number
  PROBE_LAUNCH_PROCESSES: number
}

/** Bounds of launching packages, and the part of the environment that package managers read; null: no package is launched. */
export function launchSettings(settings: Given, environment: Readonly<Record<string, string | undefined>>) {
  if (settings.PROBE_LAUNCH === 'off') return null
  const known = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && OF_PACKAGE_MANAGERS.test(entry[0]),
  )
  return {
    atOnce: settings.PROBE_LAUNCH_CONCURRENCY,
    installMs: settings.PROBE_LAUNCH_INSTALL_SECONDS * 1000,
    installBytes: settings.PROBE_LAUNCH_INSTALL_MB * 1_000_000,
    answerMs: settings.PROBE_LAUNCH_SECONDS * 1000,
    memoryBytes: settings.PROBE_LAUNCH_MEMORY_MB * 1_000_000,
    processes: settings.PROBE_LAUNCH_PROCESSES,
    environment: Object.fromEntries(known),
  }
}
