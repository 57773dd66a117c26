import { defineCopyButton } from './copy-button'
import { defineRelativeTimes } from './relative-times'
import { defineSearchBox } from './search-box'
import { defineTabs } from './tabs'
import { defineTryRequest } from './try-request'

// Every page loads this module. All pages work without it; it only adds to what is there.

defineCopyButton()
defineRelativeTimes()
defineSearchBox()
defineTabs()
defineTryRequest()
