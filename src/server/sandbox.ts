import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ServerContext } from './context.ts'
import { seedUsers } from './modules/identity/seed.ts'
import type { ClockOffset } from './kit/http/clockOffset.ts'
import { isKnownHost } from './kit/http/admission/hosts.ts'
import { escapeHtml, page } from './kit/http/html.ts'

const STYLE = `html{font:16px/1.5 system-ui,sans-serif;color:#f1f3f6;background:#0b0d10}
body{margin:0 auto;max-inline-size:640px;padding:24px 16px}
h1{font-size:1.5rem}
p{color:#a3acb9}
ul{list-style:none;padding:0;display:grid;gap:12px}
li{background:#14171c;border:1px solid #232831;border-radius:12px;padding:12px 16px}
.code{font:700 1.75rem ui-monospace,monospace;letter-spacing:.15em;color:#ecbd5a;display:block}
.to{overflow-wrap:anywhere}
small{color:#a3acb9}
a{color:#ecbd5a}
`

/** Longest clock advance, seconds: a leap year. */
const MAX_ADVANCE = 366 * 24 * 3600

interface OutboxMessage {
  id: string
  kind: 'sms' | 'mail'
  to: string
  purpose: string
  code: string
  time: number
  phrase: string | null
}

async function outbox({ db }: ServerContext, to: unknown): Promise<OutboxMessage[]> {
  let query = db.selectFrom('outbox').selectAll().orderBy('id', 'desc').limit(50)
  if (typeof to === 'string') query = query.where('target', '=', to)
  const rows = await query.execute()
  return rows.map(({ id, kind, target, purpose, code, created, phrase }) => ({
    id: String(id),
    kind,
    to: target,
    purpose,
    code,
    time: Number(created),
    phrase,
  }))
}

/** Notices that the sandbox would have sent, latest first. */
async function notices({ db }: ServerContext, to: unknown) {
  let query = db.selectFrom('notices').selectAll().orderBy('id', 'desc').limit(50)
  if (typeof to === 'string') query = query.where('target', '=', to)
  const rows = await query.execute()
  return rows.map(({ id, kind, target, title, text, link, created, phrase }) => ({
    id: String(id),
    kind,
    to: target,
    title,
    text,
    link,
    time: Number(created),
    phrase,
  }))
}

/** The line with the anti-phishing phrase, where an e-mail carries one. */
const phraseHtml = (phrase: string | null): string => (phrase === null ? '' : `<br><b>${escapeHtml(phrase)}</b>`)

/** Refuses requests from pages of another site, which always carry an origin. */
function isOwnOrigin(request: FastifyRequest, reply: FastifyReply): boolean {
  const { origin, host, 'sec-fetch-site': site } = request.headers
  if (
    (origin === undefined || origin === `${request.protocol}://${host}`) &&
    (site === undefined || site === 'same-origin' || site === 'none')
  )
    return true
  void reply.code(403).send({ error: 'Only from this server’s own pages, or from a program' })
  return false
}

/** Outbox and test controls. Registered only with the sandbox flag. */
export function addSandbox(
  app: FastifyInstance,
  context: ServerContext,
  { advance }: ClockOffset,
  reset: () => Promise<void>,
): void {
  app.addHook('onRequest', (request, reply, next) => {
    // The route, not the address: an address may be percent-encoded.
    const isSandbox = request.routeOptions.url?.startsWith('/sandbox/') ?? false
    if (!isSandbox || isKnownHost(request.headers.host, context.options.hosts)) return next()
    void reply
      .code(421)
      .send({ error: 'This server has another name: use its address, or name it in PUBLIC_HOST when it is started' })
  })

  app.get('/sandbox/sandbox.css', (_, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'no-cache').send(STYLE),
  )

  app.get<{ Querystring: { to?: string } }>('/sandbox/outbox.json', async (request, reply) =>
    reply.header('Cache-Control', 'no-store').send({
      rows: await outbox(context, request.query.to),
      notices: await notices(context, request.query.to),
    }),
  )

  app.get('/sandbox/outbox', async (_, reply) => {
    const rows = await outbox(context, undefined)
    const items = rows.map(({ kind, to, purpose, code, time, phrase }) => {
      const moment = new Date(time * 1000).toISOString()
      return `<li><span class="code">${escapeHtml(code)}</span><span class="to">${kind === 'sms' ? 'Text message' : 'E-mail'} to ${escapeHtml(to)}</span>${phraseHtml(phrase)}<br><small>${escapeHtml(purpose)} · <time datetime="${moment}">${moment.replace('T', ' ').slice(0, 19)} UTC</time></small></li>`
    })
    const noticeItems = (await notices(context, undefined)).map(({ kind, to, title, text, link, time, phrase }) => {
      const moment = new Date(time * 1000).toISOString()
      const freeze = link === null ? '' : ` <a href="${escapeHtml(link)}">${escapeHtml(link.slice(0, 40))}…</a>`
      return `<li><b>${escapeHtml(title)}</b><br>${escapeHtml(text)}${freeze}${phraseHtml(phrase)}<br><span class="to">${kind === 'sms' ? 'Text message' : 'E-mail'} to ${escapeHtml(to)}</span><br><small><time datetime="${moment}">${moment.replace('T', ' ').slice(0, 19)} UTC</time></small></li>`
    })
    const body = `<h1>Outbox</h1>
<p>Codes that the sandbox would have sent, latest first. A code works for ten minutes. <a href="/sandbox/outbox">Look again</a></p>
${items.length > 0 ? `<ul>${items.join('\n')}</ul>` : '<p>Nothing has been sent yet.</p>'}
<h2>Notices</h2>
${noticeItems.length > 0 ? `<ul>${noticeItems.join('\n')}</ul>` : '<p>None has been sent yet.</p>'}`
    return reply
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page('Outbox', '/sandbox/sandbox.css', body))
  })

  app.post('/sandbox/reset', async (request, reply) => {
    if (!isOwnOrigin(request, reply)) return reply
    await reset()
    return reply.send({ ok: true, time: context.clock.now() })
  })

  app.post('/sandbox/seed', async (request, reply) => {
    if (!isOwnOrigin(request, reply)) return reply
    await seedUsers(context)
    return reply.send({ ok: true, time: context.clock.now() })
  })

  app.post<{ Body: { seconds?: unknown } | null }>('/sandbox/advance', async (request, reply) => {
    if (!isOwnOrigin(request, reply)) return reply
    const seconds = request.body?.seconds
    if (typeof seconds !== 'number' || !Number.isInteger(seconds) || seconds < 0 || seconds > MAX_ADVANCE) {
      return reply.code(400).send({ error: `"seconds" is a whole number from 0 to ${MAX_ADVANCE}` })
    }
    await advance(seconds)
    return reply.send({ ok: true, time: context.clock.now() })
  })
}
