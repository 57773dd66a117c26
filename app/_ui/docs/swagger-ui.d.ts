/** The options used here; the package has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SwaggerUiOptions {
    domNode: HTMLElement
    url: string
    layout: string
    deepLinking: boolean
    docExpansion: 'list' | 'full' | 'none'
    defaultModelsExpandDepth: number
    displayRequestDuration: boolean
    persistAuthorization: boolean
    tryItOutEnabled: boolean
    /** null: no badge is requested from the third-party validator. */
    validatorUrl: string | null
    onComplete?: () => void
  }
  export default function SwaggerUI(options: SwaggerUiOptions): unknown
}
