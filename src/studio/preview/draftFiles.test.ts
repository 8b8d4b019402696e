import { expect, it } from 'vitest'
import { createDraftFiles, showRevision } from './draftFiles.ts'

/** A server on which another author has saved the revision "theirs" after "mine". */
function serverOf(files: Readonly<Record<string, object>>) {
  const all: Readonly<Record<string, object>> = {
    'live.json': { seq: 2, urgent: 2, revision: 'theirs', recent: ['theirs'] },
    'manifest.json': { revision: 'theirs', routes: {}, locales: { en: 'b' } },
    ...files,
  }
  return (name: string): Promise<Response> =>
    Promise.resolve(all[name] ? new Response(JSON.stringify(all[name])) : new Response('', { status: 404 }))
}
const MINE = { 'mine.json': { routes: {}, locales: { en: 'a' } } }

async function draftOf(link: string, load: (name: string) => Promise<Response>) {
  const files = createDraftFiles({ link, pseudo: false })
  const read = async (name: string): Promise<unknown> => (await files(name, load)).json()
  return { live: await read('live.json'), manifest: await read('manifest.json') }
}

it('a draft is that of this page, regardless of what another author has saved under its link', async () => {
  showRevision('shared', 'mine')
  expect(await draftOf('shared', serverOf(MINE))).toEqual({
    live: { seq: 2, urgent: 2, revision: 'mine', recent: ['mine'] },
    manifest: { revision: 'mine', routes: {}, locales: { en: 'a' } },
  })
})

it('a draft is that of the server where this page has saved none', async () => {
  expect(await draftOf('unknown', serverOf(MINE))).toMatchObject({
    live: { revision: 'theirs' },
    manifest: { revision: 'theirs' },
  })
})

it('a draft is that of the server where it does not keep the revision of this page', async () => {
  showRevision('old', 'mine')
  expect(await draftOf('old', serverOf({}))).toMatchObject({
    live: { revision: 'theirs' },
    manifest: { revision: 'theirs' },
  })
})
