import { openTemplates } from './lib/store/test-templates'

export default openTemplates
