import newsList from '../../../../schemas/api/news/list.json' with { type: 'json' }
import { expect } from 'vitest'
import { pngOf } from '../png.ts'
import { png, unusedPng, type TestServer } from '../testServer.ts'
import type { Cases } from '../caseTypes.ts'
import { advanced, verified } from './identity.ts'

const demo = async (server: TestServer) => (await server.login('demo', 'demo1234')).data.token

export const cases: Cases = {
  'news/list': {
    ok: (server) => server.call('news/list', { category: 'news' }, { lang: 'ja' }),
    inspect({ rows, next }) {
      expect(rows).toHaveLength(newsList.data.properties.rows.maxItems)
      expect(next).toBe(2)
      expect(rows.map(({ time }) => time)).toEqual(rows.map(({ time }) => time).toSorted((a, b) => b - a))
    },
    errors: {},
  },
  'news/detail': {
    ok: (server) => server.call('news/detail', { id: 'about' }),
    inspect: ({ category, paragraphs }) => {
      expect(category).toBe('about')
      expect(paragraphs.join(' ')).toContain('sandbox')
    },
    errors: { dataNotFound: (server) => server.call('news/detail', { id: 'nothing' }) },
  },
  'set/cities': {
    ok: (server) => server.call('set/cities', {}, { lang: 'de' }),
    inspect: ({ rows }) => expect(rows).toContainEqual({ id: 'munich', name: 'München', at: '48.13510,11.58200' }),
    errors: {},
  },
  'news/getkf': {
    ok: (server) => server.call('news/getkf', {}),
    inspect: ({ rows }) => expect(rows.length).toBeGreaterThan(1),
    errors: {},
  },
  'user/invite': {
    ok: async (server) => server.call('user/invite', {}, { token: await demo(server) }),
    inspect({ code, rows, count }) {
      expect(code).toBe('WELCOME1')
      expect(count).toBeGreaterThanOrEqual(3)
      expect(rows.every(({ account }) => account.includes('**'))).toBe(true)
    },
    errors: {},
  },
  'user/usermessage': {
    ok: async (server) => server.call('user/usermessage', { page: 1 }, { token: await demo(server), lang: 'de' }),
    inspect({ rows, unread }) {
      expect(unread).toBe(rows.length)
      expect(rows.length).toBeGreaterThanOrEqual(7)
    },
    errors: {},
  },
  'user/message_detail': {
    async ok(server) {
      const token = await demo(server)
      const { data } = await server.call('user/usermessage', {}, { token })
      return await server.call('user/message_detail', { id: data.rows[0]?.id }, { token })
    },
    errors: {
      async dataNotFound(server) {
        const { data } = await server.call('user/usermessage', {}, { token: await demo(server) })
        const { token } = await server.person()
        return await server.call('user/message_detail', { id: data.rows[0]?.id }, { token })
      },
    },
  },
  'user/message_read': {
    ok: async (server) => server.call('user/message_read', {}, { token: (await server.person()).token }),
    inspect: ({ unread }) => expect(unread).toBe(0),
    errors: {
      dataNotFound: async (server) =>
        server.call('user/message_read', { id: 'nothing' }, { token: (await server.person()).token }),
    },
  },
  upload: {
    ok: async (server) => server.upload((await server.person()).token, unusedPng()),
    inspect: ({ type }) => expect(type).toBe('image/png'),
    errors: {
      fileTooLarge: async (server) =>
        server.upload((await server.person()).token, Buffer.concat([png(1), Buffer.alloc(5 * 1024 * 1024)])),
      pictureTooSmall: async (server) =>
        server.upload(
          (await server.person()).token,
          pngOf({ width: 60, height: 40, pixels: Buffer.alloc(60 * 40 * 3) }),
        ),
      wrongFileType: async (server) =>
        server.upload(
          (await server.person()).token,
          Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
          'picture.png',
        ),
      async fileExists(server) {
        const person = await verified(server)
        await server.upload(person.token, png(1))
        const { data } = await server.upload(person.token, png(1, { tEXt: 'Title\0Another' }), 'another-name.png')
        await advanced(server, person, { front: data.id })
        return await server.upload(person.token, png(1))
      },
      uploadFailed: async (server) => server.upload((await server.person()).token, Buffer.alloc(0)),
    },
  },
}
