import type { APIRequestContext } from '@playwright/test'

async function firstId(request: APIRequestContext, call: string, fields: Record<string, string>): Promise<string> {
  const reply = await request.post(`/api/${call}`, { form: { lang: 'en', ...fields } })
  const { data } = (await reply.json()) as { data?: { rows?: { id: string }[] } }
  const id = data?.rows?.[0]?.id
  if (id === undefined) throw new Error(`${call} has no first row.`)
  return id
}

/** A value for a parameter that a route cannot do without. */
export async function sample(request: APIRequestContext, route: string, name: string): Promise<string> {
  if (name === 'symbol') return 'BTCUSDT'
  if (name === 'url') return 'https://example.com/'
  if (name === 'id' && route.startsWith('/pages/news/')) return firstId(request, 'news/list', { kind: 'news' })
  if (name === 'id' && route.startsWith('/pages/help/')) return firstId(request, 'news/list', { kind: 'help' })
  if (name === 'id' && route.startsWith('/pages/notification/')) return '1'
  throw new Error(`${route} needs the parameter "${name}": say a value for it in tests/e2e/kit/samples.ts.`)
}
