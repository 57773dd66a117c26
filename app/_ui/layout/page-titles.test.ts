import { describe, expect, it } from 'vitest'
import {
  alternativesPageTitle,
  categoryPageTitle,
  serverInSentence,
  serverPageTitle,
  toolPageTitle,
} from './page-titles'

describe('titles of pages', () => {
  it.each([
    ['Linear', 'Is Linear’s MCP server down?'],
    ['Linear MCP Server', 'Is Linear’s MCP server down?'],
    ['GitHub (MCP)', 'Is GitHub’s MCP server down?'],
    ['Cloudflare Docs', 'Is Cloudflare Docs’ MCP server down?'],
    ['MCP Server', 'Is MCP Server’s MCP server down?'],
    ['飛書文档', 'Is 飛書文档’s MCP server down?'],
  ])('of the server %s', (serverTitle, title) => {
    expect(serverPageTitle({ serverTitle })).toBe(title)
  })

  it('call an API an API', () => {
    const remotes = [{ transport: 'openapi' as const, url: 'https://api.example/openapi.json', template: false }]
    expect(serverPageTitle({ serverTitle: 'Stripe API', remotes })).toBe('Is Stripe’s API down?')
    expect(serverPageTitle({ serverTitle: 'Linear' }, { isUnsafe: true })).toBe(
      'Linear’s MCP server is unsafe: do not connect',
    )
    expect(toolPageTitle({ name: 'post', serverTitle: 'Linear' }, { isUnsafe: true })).toBe(
      'post of Linear’s MCP server is unsafe: do not call it',
    )
    expect(serverInSentence({ serverTitle: 'Stripe API', remotes })).toBe('the API Stripe')
    expect(serverInSentence({ serverTitle: 'Linear' })).toBe('the MCP server Linear')
  })

  it('of tools, categories and alternatives', () => {
    const ranked = { page: 1, tracked: 7, unrated: 2 }
    expect(categoryPageTitle({ ...ranked, name: 'DevOps & containers' })).toContain('for DevOps & containers,')
    expect(toolPageTitle({ name: 'create_issue', serverTitle: 'Linear' })).toBe(
      'Does create_issue of Linear’s MCP server work?',
    )
    expect(categoryPageTitle({ ...ranked, name: 'Version control' })).toBe(
      'Best MCP tools for version control, ranked by reliability',
    )
    expect(categoryPageTitle({ ...ranked, name: 'AI models', page: 2 })).toBe(
      'Best MCP tools for AI models, ranked by reliability, page 2',
    )
    expect(categoryPageTitle({ ...ranked, name: 'Weather', unrated: 7 })).toBe('MCP tools for weather')
    const tool = { kind: 'tool', name: 'create_issue', serverTitle: 'Linear' } as const
    const server = { kind: 'server', name: 'Linear', serverTitle: 'Linear MCP' } as const
    expect(alternativesPageTitle(tool, 3)).toBe('Linear MCP create_issue alternatives: 3 that do the same')
    expect(alternativesPageTitle(tool, 0)).toBe('Linear MCP create_issue alternatives: none is known that works')
    expect(alternativesPageTitle(server, 1)).toBe('Linear MCP alternatives: 1 that does the same')
  })

  it('of what no check shows promise what the page has', () => {
    const unwatched = { isWatched: false, lists: ['7 tools', 'packages'] }
    expect(serverPageTitle({ serverTitle: 'Linear MCP' }, unwatched)).toBe('Linear MCP server: 7 tools, packages')
    expect(serverPageTitle({ serverTitle: 'MCP Server' }, { isWatched: false })).toBe('MCP Server')
    expect(toolPageTitle({ name: 'post', serverTitle: 'Linear' }, unwatched)).toBe(
      'post of Linear’s MCP server: arguments and how to call it',
    )
  })

  it('keep the question readable behind a name of 300 characters, and isolate one that reads from right to left', () => {
    expect(serverPageTitle({ serverTitle: 'x'.repeat(300) })).toHaveLength('Is ’s MCP server down?'.length + 60)
    expect(serverPageTitle({ serverTitle: 'בדיקה' })).toBe('Is \u2068בדיקה\u2069’s MCP server down?')
  })
})
