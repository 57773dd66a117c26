'use client'

import { useEffect, useRef, useState } from 'react'
import 'swagger-ui-dist/swagger-ui.css'
import './reference.css'

type State = 'loading' | 'ready' | 'failed'

/** Swagger UI, served from this origin, for the OpenAPI document at `url`; it sends no third-party requests. */
export function Reference({ url }: { url: string }) {
  const container = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('loading')
  useEffect(() => {
    const node = container.current
    if (node === null) return
    const inner = document.createElement('div')
    node.replaceChildren(inner)
    let isUnmounted = false
    const load = async () => {
      const { default: SwaggerUI } = await import('swagger-ui-dist/swagger-ui-es-bundle.js')
      if (isUnmounted) return
      SwaggerUI({ ...OPTIONS, domNode: inner, url, onComplete: () => setState('ready') })
    }
    load().catch(() => setState('failed'))
    return () => {
      isUnmounted = true
      inner.remove()
    }
  }, [url])
  useDarkMode()
  return (
    <>
      <p role="status" className="text-soft text-sm">
        {STATUS_TEXT[state]}
      </p>
      <div ref={container} className="reference" />
    </>
  )
}

const STATUS_TEXT: Record<State, string> = {
  loading: 'Loading the interactive reference, which needs JavaScript. The list above has the same calls.',
  ready: 'Open a call and press “Try it out” to send it to this service.',
  failed: 'The interactive reference could not be loaded. Use the list above or /openapi.json.',
}

const OPTIONS = {
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: false,
  tryItOutEnabled: false,
  validatorUrl: null,
} as const

/** Swagger UI switches to dark by a class on the root element; this sets it from the preferred colour scheme. */
function useDarkMode() {
  useEffect(() => {
    const preference = window.matchMedia('(prefers-color-scheme: dark)')
    const { classList } = document.documentElement
    const apply = () => classList.toggle('dark-mode', preference.matches)
    apply()
    preference.addEventListener('change', apply)
    return () => {
      preference.removeEventListener('change', apply)
      classList.remove('dark-mode')
    }
  }, [])
}
