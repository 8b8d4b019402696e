import { expect, it } from 'vitest'
import { createDecodeQueue } from './decodeQueue.ts'

/** Tasks that end on demand, with the names of those that have started. */
function createTasks(limits: Parameters<typeof createDecodeQueue>[0]) {
  const run = createDecodeQueue(limits)
  const started: string[] = []
  const ends = new Map<string, TaskEnd>()
  return {
    started,
    add: (name: string, pixels: number) =>
      run(pixels, async () => {
        started.push(name)
        await new Promise<void>((resolve, reject) => ends.set(name, { resolve, reject }))
        return name
      }),
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error('broken')),
    settle: async () => await new Promise((resolve) => setImmediate(resolve)),
  }
}
interface TaskEnd {
  resolve: () => void
  reject: (reason: Error) => void
}

it('runs as many tasks as allowed, in their order', async () => {
  const tasks = createTasks({ pictures: 2, pixels: 100, waiting: 10 })
  const results = ['a', 'b', 'c', 'd'].map((name) => tasks.add(name, 1))
  await tasks.settle()
  expect(tasks.started).toEqual(['a', 'b'])
  tasks.end('b')
  await tasks.settle()
  expect(tasks.started).toEqual(['a', 'b', 'c'])
  for (const name of ['a', 'c']) tasks.end(name)
  await tasks.settle()
  tasks.end('d')
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd'])
})

it('limits the pixels of all running tasks', async () => {
  const tasks = createTasks({ pictures: 5, pixels: 100, waiting: 10 })
  const results = [tasks.add('a', 60), tasks.add('b', 60), tasks.add('c', 1)]
  await tasks.settle()
  expect(tasks.started).toEqual(['a'])
  tasks.end('a')
  await tasks.settle()
  expect(tasks.started).toEqual(['a', 'b', 'c'])
  for (const name of ['b', 'c']) tasks.end(name)
  await Promise.all(results)
})

it('runs one that exceeds the limit of pixels alone', async () => {
  const tasks = createTasks({ pictures: 5, pixels: 100, waiting: 10 })
  const results = [tasks.add('a', 1_000), tasks.add('b', 1)]
  await tasks.settle()
  expect(tasks.started).toEqual(['a'])
  tasks.end('a')
  await tasks.settle()
  tasks.end('b')
  await Promise.all(results)
})

it('continues after a failed task', async () => {
  const tasks = createTasks({ pictures: 1, pixels: 100, waiting: 10 })
  const failed = tasks.add('a', 1)
  const next = tasks.add('b', 1)
  await tasks.settle()
  tasks.fail('a')
  await expect(failed).rejects.toThrow('broken')
  await tasks.settle()
  tasks.end('b')
  expect(await next).toBe('b')
})

it('refuses a task when too many are waiting', async () => {
  const tasks = createTasks({ pictures: 1, pixels: 100, waiting: 1 })
  const results = [tasks.add('a', 1), tasks.add('b', 1)]
  await expect(tasks.add('c', 1)).rejects.toMatchObject({ code: 'uploadFailed' })
  await tasks.settle()
  tasks.end('a')
  await tasks.settle()
  tasks.end('b')
  expect(await Promise.all(results)).toEqual(['a', 'b'])
})
