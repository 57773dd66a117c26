import { LAUNCHING, launcherWith, placeOfLaunch } from './launch/launch-package'
import { pypiInstaller } from './launch/pypi-installer'
import type { ShownProber } from './prober'

/**
 * Installs a package of a Python index and starts it in a sandbox: off without `settings.launch` and
 * `settings.pypiUrl`.
 */
export const pypiLaunch = {
  ...LAUNCHING,
  title: 'A package of PyPI, started',
  takes: ['pypi'],
  placeOf: placeOfLaunch('pypi'),
  isEnabled: ({ launch, pypiUrl }) => Boolean(launch && pypiUrl),
  probe: launcherWith('pypi', pypiInstaller),
} as const satisfies ShownProber
