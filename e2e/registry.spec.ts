import { expect, test } from '@playwright/test'
import { RATING_META, RegistryEntry, RegistryList } from '../lib/registry/contract/registry'
import { ADAPTERS } from './adapters'
import { REGISTRY_NAME } from './contract-requests'

const NAME = decodeURIComponent(REGISTRY_NAME)

for (const { adapter, origin } of ADAPTERS) {
  test.describe(`the registry at ${adapter}`, () => {
    const entryAt = async (path: string) => {
      const response = await fetch(origin + path)
      expect(response.status, `${path} ${await response.clone().text()}`).toBe(200)
      return RegistryEntry.parse(await response.json())
    }

    test('a name is found with its slash escaped, raw, or escaped in small letters', async () => {
      for (const name of [REGISTRY_NAME, NAME, REGISTRY_NAME.replace('%2F', '%2f')]) {
        for (const base of ['', '/registries/any']) {
          const entry = await entryAt(`${base}/v0.1/servers/${name}/versions/latest`)
          expect(entry.server.name).toBe(NAME)
          const exact = await entryAt(
            `${base}/v0.1/servers/${name}/versions/${encodeURIComponent(entry.server.version)}`,
          )
          expect(exact.server).toEqual(entry.server)
          const versions = await fetch(`${origin}${base}/v0.1/servers/${name}/versions`)
          expect(RegistryList.parse(await versions.json()).servers[0]?.server).toEqual(entry.server)
        }
      }
    })

    test('all pages together hold every server once, and each is found by its name', async () => {
      const names: string[] = []
      let path = '/v0.1/servers?limit=7'
      for (let pages = 0; pages < 50; pages += 1) {
        const page = RegistryList.parse(await (await fetch(origin + path)).json())
        names.push(...page.servers.map(({ server }) => server.name))
        if (page.metadata.nextCursor === undefined) break
        path = `/v0.1/servers?limit=7&cursor=${page.metadata.nextCursor}`
      }
      expect(names.length).toBeGreaterThan(7)
      expect(new Set(names).size).toBe(names.length)
      for (const name of names) {
        const entry = await entryAt(`/v0.1/servers/${encodeURIComponent(name)}/versions/latest`)
        expect(entry._meta[RATING_META].serverId).toBeTruthy()
      }
    })

    test('a page of another origin may ask, also with a preflight', async () => {
      for (const path of [
        '/v0.1/servers',
        `/v0.1/servers/${REGISTRY_NAME}/versions/latest`,
        '/registries/any/v0.1/servers',
      ]) {
        const preflight = await fetch(origin + path, {
          method: 'OPTIONS',
          headers: {
            origin: 'https://editor.example',
            'access-control-request-method': 'GET',
            'access-control-request-headers': 'authorization, content-type',
          },
        })
        expect(preflight.status).toBe(204)
        for (const response of [preflight, await fetch(origin + path)]) {
          expect(response.headers.get('access-control-allow-origin')).toBe('*')
        }
        expect(preflight.headers.get('access-control-allow-methods')).toContain('GET')
        expect(preflight.headers.get('access-control-allow-headers')).toMatch(/authorization, content-type/)
      }
    })

    for (const [path, status, code] of [
      ['/v0.1/servers?limit=0', 400, 'invalid_parameter'],
      ['/v0.1/servers?cursor=made-up', 400, 'invalid_parameter'],
      ['/v0.1/servers?mingrade=A', 400, 'unknown_parameter'],
      ['/v0.1/servers/none%2Fnone/versions/latest', 404, 'unknown_server'],
      [`/v0.1/servers/${REGISTRY_NAME}/versions/9.9.9`, 404, 'unknown_version'],
      ['/registries/none/v0.1/servers', 404, 'unknown_policy'],
      [`/v0.1/servers/${REGISTRY_NAME}`, 404, 'unknown_path'],
      ['/v0.1/nothing', 404, 'unknown_path'],
      ['/v0.1', 404, 'unknown_path'],
      ['/registries/any', 404, 'unknown_path'],
    ] as const) {
      test(`${path} is refused with ${code}`, async () => {
        const response = await fetch(origin + path)
        expect(response.status).toBe(status)
        expect((await response.json()).code).toBe(code)
      })
    }

    test('an unrated catalog has nothing under a policy that asks for a grade', async () => {
      const strict = await fetch(`${origin}/registries/strict/v0.1/servers`)
      expect(strict.headers.get('cache-control')).toBe('no-store')
      for (const { _meta } of RegistryList.parse(await strict.json()).servers)
        expect(_meta[RATING_META].grade).toBe('A')
    })

    test('the AI catalog is at its well-known address, and what it points at is there', async () => {
      const response = await fetch(`${origin}/.well-known/ai-catalog.json`)
      expect(response.headers.get('content-type')).toBe('application/ai-catalog+json')
      const { entries } = await response.json()
      for (const { url, trustManifests } of entries) {
        for (const { attestations } of trustManifests) {
          for (const { uri } of attestations) expect((await fetch(uri)).status, uri).toBe(200)
        }
        if (url !== undefined) expect((await fetch(url)).status, url).toBe(200)
      }
    })
  })
}
