'use client'

import { useEffect, useRef, useState } from 'react'
import 'swagger-ui-dist/swagger-ui.css'
import './reference.css'

type State = 'loading' | 'there' | 'failed'

/** The interactive reference: Swagger UI from our own files, over our own OpenAPI document; it asks nobody else. */
export function Reference({ url }: { url: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('loading')
  useEffect(() => {
    const node = place.current
    if (node === null) return
    const inner = document.createElement('div')
    node.replaceChildren(inner)
    let isGone = false
    const show = async () => {
      const { default: SwaggerUI } = await import('swagger-ui-dist/swagger-ui-es-bundle.js')
      if (isGone) return
      SwaggerUI({ ...OPTIONS, domNode: inner, url, onComplete: () => setState('there') })
    }
    show().catch(() => setState('failed'))
    return () => {
      isGone = true
      inner.remove()
    }
  }, [url])
  useDarkMode()
  return (
    <>
      <p role="status" className="text-soft text-sm">
        {SAYS[state]}
      </p>
      <div ref={place} className="reference" />
    </>
  )
}

const SAYS: Record<State, string> = {
  loading: 'The interactive reference needs JavaScript; it is being loaded. The list above says the same in short.',
  there: 'Open a call and press “Try it out”: it is sent to this very service.',
  failed: 'The interactive reference could not be loaded. The list above and /openapi.json say the same.',
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

/** Its stylesheet knows dark by a class on the root, ours by what the reader prefers. */
function useDarkMode() {
  useEffect(() => {
    const preference = window.matchMedia('(prefers-color-scheme: dark)')
    const { classList } = document.documentElement
    const follow = () => classList.toggle('dark-mode', preference.matches)
    follow()
    preference.addEventListener('change', follow)
    return () => {
      preference.removeEventListener('change', follow)
      classList.remove('dark-mode')
    }
  }, [])
}
