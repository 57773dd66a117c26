import { LAUNCHING, launcherWith, placeOfLaunch } from './launch/launch-package'
import { npmInstaller } from './launch/npm-installer'
import type { ShownProber } from './prober'

/** Installs a package of npm and starts it in a sandbox: off without `settings.launch`. */
export const npmLaunch = {
  ...LAUNCHING,
  title: 'A package of npm, started',
  takes: ['npm'],
  placeOf: placeOfLaunch('npm'),
  isEnabled: ({ launch }) => Boolean(launch),
  probe: launcherWith('npm', npmInstaller),
} as const satisfies ShownProber
