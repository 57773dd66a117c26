import type { App, Context } from '../api/context'
import type { OutcomeStreamApp } from '../outcome-stream/context'
import type { ProductsApp } from '../products/context'
import type { RegistryApp } from '../registry/context'
import type { TlogApp } from '../tlog/context'

/** What a process of the service opens once: the app of the rating pipeline, and what the slices need besides. */
export type ServiceApp = App & TlogApp & RegistryApp & ProductsApp & OutcomeStreamApp

/** What an operation receives, of the pipeline or of a slice. */
export type ServiceContext = Context & ServiceApp
