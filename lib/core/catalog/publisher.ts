/** How it is known who publishes a product, the surest first. */
export const PUBLISHER_STATES = ['verified', 'claimed', 'unknown'] as const
export type PublisherState = (typeof PUBLISHER_STATES)[number]

/** Who publishes a product. */
export interface Publisher {
  /** null: unknown. */
  name: string | null
  state: PublisherState
}
