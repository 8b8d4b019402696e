import { Client } from 'pg'
import { openDatabase } from '../../../../src/server/kit/storage/openDatabase.ts'
import { StartError } from '../../../../src/server/kit/startError.ts'

/** Starts on databases that cannot be used end with one sentence, without the password. */
export async function proveStart(address: string, faults: string[]): Promise<number> {
  const client = new Client({ connectionString: address })
  await client.connect()
  const at = (changes: { user?: string; password?: string; database?: string; tls?: boolean }) => {
    const url = new URL(address)
    if (changes.user !== undefined) url.username = changes.user
    if (changes.password !== undefined) url.password = changes.password
    if (changes.database !== undefined) url.pathname = `/${changes.database}`
    if (changes.tls === true) url.searchParams.set('sslmode', 'verify-full')
    return url.href
  }
  try {
    await client.query("CREATE ROLE locked LOGIN PASSWORD 'right'")
    await client.query('CREATE ROLE guest LOGIN')
    await client.query('CREATE DATABASE others')
    await client.query(
      "CREATE DATABASE german TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'de-DE' LOCALE 'C' ENCODING 'UTF8'",
    )
    await client.query("CREATE DATABASE latin TEMPLATE template0 LOCALE 'C' ENCODING 'LATIN1'")
    const { rows } = await client.query<{ hba_file: string }>('SHOW hba_file')
    const [{ hba_file: hba } = { hba_file: '' }] = rows
    await client.query(
      `COPY (SELECT unnest(ARRAY['host all locked 127.0.0.1/32 scram-sha-256', 'host all all 127.0.0.1/32 trust'])) TO '${hba}'`,
    )
    await client.query('SELECT pg_reload_conf()')
    const cases: [string, RegExp][] = [
      [at({ database: 'absent' }), /^PostgreSQL at \S+ has no database "absent"\. Create it with createdb --locale=C /],
      [at({ user: 'stranger' }), /refuses the user "stranger"/],
      [at({ user: 'locked', password: 'hidden' }), /refuses the user "locked"/],
      [at({ user: 'locked' }), /refuses the user "locked"/],
      [at({ user: 'guest', database: 'others' }), /may not create tables in the schema "public"/],
      [at({ database: 'german' }), /"german" orders texts by a language/],
      [at({ database: 'latin' }), /"latin" has the encoding LATIN1/],
      [at({ tls: true }), /has no TLS/],
      [at({}).replace('127.0.0.1', 'absent.invalid'), /cannot be reached/],
    ]
    for (const [url, sentence] of cases) {
      const error: unknown = await openDatabase(url).then(
        async ({ close }) => await close(),
        (failure: unknown) => failure,
      )
      if (!(error instanceof StartError) || !sentence.test(error.message) || /hidden|\n/.test(error.message))
        faults.push(`The start on ${url.replace('hidden', '…')} ends with ${String(error)}`)
    }
    return cases.length
  } finally {
    await client.end()
  }
}
