import type { Corrections } from './rules/corrections'

/** What a process of the service has for products. */
export interface ProductsApp {
  /** What is known of products besides catalogs. */
  productCorrections: Corrections
}
