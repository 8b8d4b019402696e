import { afterEach, expect, it, vi } from 'vitest'
import { projectFiles } from '../../../tests/support/project.ts'
import { titledEntries } from '../compiler/entries.ts'
import { publicData, searchServerContent } from './serverContent.ts'

const files = Object.fromEntries(projectFiles)
const all = publicData(titledEntries(files), files, files)

afterEach(() => vi.unstubAllGlobals())

it('asks for what every visitor reads, as the screens ask for it', () => {
  const banners = all.find(({ asked }) => asked.call === 'news/list' && asked.payload.category === 'banner')
  expect(banners?.screens.map(({ id }) => id)).toContain('index/index')
  expect(all.every(({ call }) => !call.auth && call.effect === 'read')).toBe(true)
  expect(JSON.stringify(all.map(({ asked }) => asked))).not.toContain('"=')
})

it('finds words within the answers, and asks once more only where there was none', async () => {
  const data = all.filter(({ asked }) => asked.call === 'news/list' && asked.payload.category === 'banner')
  let isAway = true
  const fetched = vi.fn(() =>
    isAway
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(new Response(JSON.stringify({ type: 'ok', data: { rows: [{ title: 'Invite a friend' }] } }))),
  )
  vi.stubGlobal('fetch', fetched)
  expect(await searchServerContent(data, 'invite')).toEqual([])
  isAway = false
  expect((await searchServerContent(data, ' a FRIEND')).map(({ words }) => words)).toEqual(['Invite a friend'])
  expect(await searchServerContent(data, 'enemy')).toEqual([])
  expect(fetched).toHaveBeenCalledTimes(2 * data.length)
})
