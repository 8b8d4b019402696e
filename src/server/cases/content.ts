import { expect } from 'vitest'
import { png, type World } from '../testing/testServer.ts'
import type { Cases } from './types.ts'
import { advanced, verified } from './identity.ts'

const demo = async (world: World) => (await world.login('demo', 'demo1234')).data.token
let pictures = 0

export const cases: Cases = {
  'news/list': {
    ok: (world) => world.call('news/list', { category: 'news' }, { lang: 'ja' }),
    look({ rows, next }) {
      expect(rows).toHaveLength(10)
      expect(next).toBe(2)
      expect(rows.map(({ time }) => time)).toEqual(rows.map(({ time }) => time).toSorted((a, b) => b - a))
    },
    errors: {},
  },
  'news/detail': {
    ok: (world) => world.call('news/detail', { id: 'about' }),
    look: ({ category, paragraphs }) => {
      expect(category).toBe('about')
      expect(paragraphs.join(' ')).toContain('sandbox')
    },
    errors: { dataNotFound: (world) => world.call('news/detail', { id: 'nothing' }) },
  },
  'set/cities': {
    ok: (world) => world.call('set/cities', {}, { lang: 'de' }),
    look: ({ rows }) => expect(rows).toContainEqual({ id: 'munich', name: 'München', at: '48.13510,11.58200' }),
    errors: {},
  },
  'news/getkf': { ok: (world) => world.call('news/getkf', {}), look: ({ rows }) => expect(rows.length).toBeGreaterThan(1), errors: {} },
  'user/invite': {
    ok: async (world) => world.call('user/invite', {}, { token: await demo(world) }),
    look({ code, rows, count }) {
      expect(code).toBe('WELCOME1')
      expect(count).toBeGreaterThanOrEqual(3)
      expect(rows.every(({ account }) => account.includes('**'))).toBe(true)
    },
    errors: {},
  },
  'user/usermessage': {
    ok: async (world) => world.call('user/usermessage', { page: 1 }, { token: await demo(world), lang: 'de' }),
    look({ rows, unread }) {
      expect(unread).toBe(rows.length)
      expect(rows.length).toBeGreaterThanOrEqual(7)
    },
    errors: {},
  },
  'user/message_detail': {
    async ok(world) {
      const token = await demo(world)
      const { data } = await world.call('user/usermessage', {}, { token })
      return await world.call('user/message_detail', { id: data.rows[0]?.id }, { token })
    },
    errors: {
      async dataNotFound(world) {
        const { data } = await world.call('user/usermessage', {}, { token: await demo(world) })
        const { token } = await world.person()
        return await world.call('user/message_detail', { id: data.rows[0]?.id }, { token })
      },
    },
  },
  'user/message_read': {
    ok: async (world) => world.call('user/message_read', {}, { token: (await world.person()).token }),
    look: ({ unread }) => expect(unread).toBe(0),
    errors: { dataNotFound: async (world) => world.call('user/message_read', { id: 'nothing' }, { token: (await world.person()).token }) },
  },
  upload: {
    ok: async (world) => world.upload((await world.person()).token, png(++pictures)),
    look: ({ type }) => expect(type).toBe('image/png'),
    errors: {
      fileTooLarge: async (world) => world.upload((await world.person()).token, Buffer.concat([png(1), Buffer.alloc(5 * 1024 * 1024)])),
      wrongFileType: async (world) => world.upload((await world.person()).token, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'picture.png'),
      async fileExists(world) {
        const person = await verified(world)
        await world.upload(person.token, png(1))
        const { data } = await world.upload(person.token, png(1, { tEXt: 'Title\0Another' }), 'another-name.png')
        await advanced(world, person, { front: data.id })
        return await world.upload(person.token, png(1))
      },
      uploadFailed: async (world) => world.upload((await world.person()).token, Buffer.alloc(0)),
    },
  },
}
