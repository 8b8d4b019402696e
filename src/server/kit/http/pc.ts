import type { FastifyInstance } from 'fastify'
import { renderSVG } from 'uqr'
import { originOf } from '../../routes.ts'
import type { ServerContext } from '../../context.ts'
import { escapeHtml, page } from './html.ts'

const STYLE = `html{font:16px/1.5 system-ui,sans-serif;color:#f1f3f6;background:#0b0d10}
body{margin:0;min-height:100vh;display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:56px;padding:32px;box-sizing:border-box;background:radial-gradient(circle at 30% 20%,#23201a,#0b0d10 60%)}
.phone{inline-size:390px;block-size:min(844px,calc(100vh - 88px));border:12px solid #1c2027;border-radius:48px;overflow:hidden;background:#0b0d10;box-shadow:0 18px 48px rgb(0 0 0/.6),0 0 0 1px #453b25}
iframe{inline-size:100%;block-size:100%;border:0;display:block}
aside{max-inline-size:300px}
h1{font-size:1.75rem;line-height:1.2;margin:0 0 8px}
p{color:#a3acb9;margin:0 0 24px}
.qr{background:#fff;border-radius:16px;padding:12px;inline-size:200px;block-size:200px;box-sizing:border-box}
.qr svg{inline-size:100%;block-size:100%;display:block}
a{color:#ecbd5a;overflow-wrap:anywhere}
a:focus-visible{outline:2px solid #f5d183;outline-offset:2px}
.mark{display:inline-block;color:#1b1404;background:#e9b64b;border-radius:999px;padding:2px 12px;font-size:.8125rem;font-weight:600;margin-block-end:16px}
@media (max-width:470px){body{padding:0}.phone{inline-size:100%;block-size:100vh;border:0;border-radius:0}aside{padding:0 24px 32px}}
`

/** Fragment of the screen the visitor came from: `?at=/pages/news/detail?id=3`. */
function screenFragment(query: unknown): string {
  const at = (query as { at?: unknown }).at
  return typeof at === 'string' && /^\/(?!\/)[\w./-]+(\?[\w.=&%~+-]*)?$/.test(at) && at.length <= 500
    ? escapeHtml(`#${at}`)
    : ''
}

/** The site for desktop browsers: the app in a phone's frame, and its address as a QR code. */
export function addPc(app: FastifyInstance, context: ServerContext): void {
  const { shortName, sandbox } = context.operator.app
  // This page has no script.
  const policy =
    "default-src 'none'; style-src 'self'; frame-src 'self'; img-src data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
  app.get('/pc', (_, reply) => reply.redirect('/pc/'))
  app.get('/pc/pc.css', (_, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'no-cache').send(STYLE),
  )
  app.get('/pc/', (request, reply) => {
    const address = `${originOf(context, request)}/h5/`
    const name = escapeHtml(shortName)
    const fragment = screenFragment(request.query)
    const body = `<main class="phone"><iframe src="/h5/?frame${fragment}" title="${name}"></iframe></main>
<aside>
${sandbox ? '<span class="mark">Sandbox: simulated money</span>' : ''}
<h1>${name} is made for phones</h1>
<p>Scan the code to open it on yours, or use it here in the frame.</p>
<div class="qr" role="img" aria-label="QR code of ${escapeHtml(address)}">${renderSVG(address, { border: 0 })}</div>
<p></p>
<p><a href="/h5/?h5=1${fragment}">${escapeHtml(address)}</a></p>
</aside>`
    return reply
      .header('Content-Security-Policy', policy)
      .header('X-Frame-Options', 'DENY')
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page(shortName, '/pc/pc.css', body))
  })
}
