import { defineCopyButton } from './copy-button'
import { hydrated } from './hydration'
import { defineRelativeTimes } from './relative-times'
import { defineSearchBox } from './search-box'
import { defineTabs } from './tabs'

// Every page loads this module. All pages work without it; it only adds to what is there.

await hydrated()
defineCopyButton()
defineRelativeTimes()
defineSearchBox()
defineTabs()

/** Modules that only some pages need, by the element that they define. */
const ON_DEMAND = {
  'first-check': async () => (await import('./first-check')).defineFirstCheck(),
  'setup-check': async () => (await import('./setup-check')).defineSetupCheck(),
  'try-request': async () => (await import('./try-request')).defineTryRequest(),
  'verify-signature': async () => (await import('./verify-signature')).defineVerifySignature(),
}
for (const [element, define] of Object.entries(ON_DEMAND)) if (document.querySelector(element) !== null) void define()
