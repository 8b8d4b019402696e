import type { Random } from '../random.ts'
import type { PreparedRequest } from '../requests.ts'
import { harmless, hostile, MARK } from './pictures.ts'
import type { Target } from './target.ts'

const NAMES = [
  'picture.png',
  'x.html',
  'x.svg',
  'x.php',
  'x.php.png',
  'x.png.js',
  '../../../etc/passwd',
  '..\\..\\boot.ini',
  '/etc/passwd',
  'a.png\0.html',
  'x'.repeat(5_000),
  '"><script>alert(1)</script>.png',
  '',
  '.htaccess',
  'CON',
  'é‮gnp.html',
]
const KINDS = [
  'image/png',
  'text/html',
  'image/svg+xml',
  'application/javascript',
  'application/x-httpd-php',
  'application/octet-stream',
  '',
]
const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp'])
const BOUNDARY = 'placard-boundary'
const multipart = `multipart/form-data; boundary=${BOUNDARY}`

interface StoredUpload {
  id: string
  url: string
  type: string
}

function part(content: Buffer | string, name: string, kind: string): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="${name.replaceAll('"', '%22')}"\r\n${kind && `Content-Type: ${kind}\r\n`}\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')])
}
const END = Buffer.from(`--${BOUNDARY}--\r\n`)

/** Pictures with hidden content: stored ones are served as a picture and as nothing else. */
export async function attackWithPictures(
  target: Target,
  ready: PreparedRequest,
  random: Random,
  count: number,
): Promise<{ kept: number; refused: number }> {
  const { app } = target.server
  const figures = { kept: 0, refused: 0 }
  for (let number = 0; number < count; number++) {
    const { about, content, never } = await hostile(number, random)
    const [name, kind] = [random.pick(NAMES), random.pick(KINDS)]
    const where = `${number}: ${about}, as ${name.slice(0, 20)}, ${kind || 'no kind'}`
    const before = await target.money()
    const payload = Buffer.concat([part(content, name, kind), END])
    const response = await app.inject({
      method: 'POST',
      url: '/api/upload',
      headers: { authorization: ready.token ?? '', 'content-type': multipart },
      payload,
    })
    target.forget()
    const { type, code, data } = JSON.parse(response.body) as { type: string; code: string; data: StoredUpload | null }
    target.judge(where, 'upload', { status: response.statusCode, type, code })
    if ((await target.money()) !== before) target.fault(where, 'has moved money')
    if (type !== 'ok' || data === null) {
      figures.refused += 1
      if (!never) target.fault(where, `is refused with ${code}, though a picture is in it`)
      continue
    }
    figures.kept += 1
    if (never) target.fault(where, 'is taken')
    await checkDelivery(target, where, data)
  }
  return figures
}

/** Fetches a stored file, as a browser would by a link. */
async function checkDelivery(target: Target, where: string, { id, url, type }: StoredUpload): Promise<void> {
  const { headers, rawPayload, statusCode } = await target.server.app.inject({
    method: 'GET',
    url,
    headers: { accept: 'text/html' },
  })
  const servedType = String(headers['content-type'])
  if (statusCode !== 200) return target.fault(where, `is not served: ${statusCode}`)
  if (!TYPES.has(servedType) || servedType !== type) target.fault(where, `is served as ${servedType}`)
  if (headers['x-content-type-options'] !== 'nosniff') target.fault(where, 'may be taken for something else')
  if (!/^(inline|attachment); filename="picture\.(png|jpeg|webp)"$/.test(String(headers['content-disposition'])))
    target.fault(where, `is served with ${String(headers['content-disposition'])}`)
  if (!/default-src 'none'.*sandbox/.test(String(headers['content-security-policy'])))
    target.fault(where, 'is served without a policy of its own')
  if (rawPayload.includes(MARK)) target.fault(where, 'is served with what was hidden in it')
  if (!/^[\w-]{20,64}$/.test(id)) target.fault(where, `has the name ${id}`)
}

const field = (disposition: string, content = 'x', more = ''): string =>
  `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n${more}\r\n${content}\r\n`
const end = `--${BOUNDARY}--\r\n`

/** Bodies that are no valid multipart form, or not that of this call. */
export async function attackWithForms(target: Target, ready: PreparedRequest): Promise<void> {
  const good = part(harmless(6_000_001), 'a.png', 'image/png')
  const other = part(harmless(6_000_002), 'b.png', 'image/png')
  const bodies: Record<string, Buffer | string> = {
    'an empty body': '',
    'an end without a beginning': end,
    'no end': good,
    'half of a part': good.subarray(0, good.length - 30),
    'another boundary': good.toString('latin1').replaceAll(BOUNDARY, 'another'),
    'no blank line': `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n${end}`,
    'no disposition': `--${BOUNDARY}\r\n\r\nx\r\n${end}`,
    'no name': field('form-data; filename="a.png"') + end,
    'an empty name': field('form-data; name=""; filename="a.png"') + end,
    'another disposition': field('attachment; name="file"; filename="a.png"') + end,
    'the file as text': field('form-data; name="file"', 'x') + end,
    'two files': Buffer.concat([good, other, END]),
    'the file twice, once as text': Buffer.concat([good, Buffer.from(field('form-data; name="file"')), END]),
    'a file of another name': field('form-data; name="other"; filename="a.png"') + end,
    'a field too many': Buffer.concat([Buffer.from(field('form-data; name="surprise"')), good, END]),
    'a key of the prototype': Buffer.concat([Buffer.from(field('form-data; name="__proto__"')), good, END]),
    'a file of the prototype': field('form-data; name="__proto__"; filename="a.png"') + end,
    'the constructor': Buffer.concat([Buffer.from(field('form-data; name="constructor"')), good, END]),
    'twenty fields': Buffer.concat([
      ...Array.from({ length: 20 }, (_, i) => Buffer.from(field(`form-data; name="f${i}"`))),
      good,
      END,
    ]),
    'a long name': Buffer.concat([Buffer.from(field(`form-data; name="${'x'.repeat(100_000)}"`)), good, END]),
    'a long header': Buffer.concat([
      Buffer.from(field('form-data; name="x"', 'x', `X-Long: ${'x'.repeat(200_000)}\r\n`)),
      good,
      END,
    ]),
    'a thousand headers': Buffer.concat([
      Buffer.from(field('form-data; name="x"', 'x', 'A: b\r\n'.repeat(1_000))),
      good,
      END,
    ]),
    'a form in a form':
      field(
        'form-data; name="file"; filename="a.png"',
        `--inner\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n--inner--`,
        'Content-Type: multipart/mixed; boundary=inner\r\n',
      ) + end,
    'a language too long': Buffer.concat([
      Buffer.from(field('form-data; name="lang"', 'x'.repeat(100_000))),
      part('', 'a.png', 'image/png'),
      END,
    ]),
    'an empty file': Buffer.concat([part('', 'a.png', 'image/png'), END]),
    'six megabytes': Buffer.concat([
      part(Buffer.concat([harmless(6_000_003), Buffer.alloc(6 * 1024 * 1024)]), 'a.png', 'image/png'),
      END,
    ]),
    JSON: '{"file":{"content":"x"}}',
  }
  for (const [about, body] of Object.entries(bodies))
    await target.refused(`upload: ${about}`, ready, { body, headers: { 'content-type': multipart } })
  for (const kind of [
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    `multipart/form-data; boundary=${'x'.repeat(500)}`,
    'multipart/mixed; boundary=x',
    `multipart/form-data; boundary=${BOUNDARY}\u0000`,
    'multipart/form-data; boundary=a; boundary=b',
  ]) {
    await target.refused(`upload as ${kind.slice(0, 60)}`, ready, {
      body: Buffer.concat([good, END]),
      headers: { 'content-type': kind },
    })
  }
}
