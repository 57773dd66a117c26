/** What we use of it; the package brings no types. */
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
    /** null: no validator of a third party is asked for a badge. */
    validatorUrl: string | null
    onComplete?: () => void
  }
  export default function SwaggerUI(options: SwaggerUiOptions): unknown
}
