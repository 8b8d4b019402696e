import { afterEach, expect, test, vi } from 'vitest'
import { recorder } from '../../../../tests/support/actionRecorder.ts'
import action from './upload.ts'

afterEach(() => void vi.unstubAllGlobals())

test('sends the chosen file in its field', async () => {
  const file = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'a.png')
  const { context, log } = recorder({ pickFile: async () => file })
  expect(await action.run({ call: 'upload', field: 'file', payload: { purpose: 'deposit' } }, context)).toEqual({
    branch: 'onSuccess',
    value: { id: '7' },
  })
  expect(log).toEqual([['call', 'upload', { purpose: 'deposit', file }]])
})

test('cancelling runs no branch', async () => {
  const { context, log } = recorder()
  expect(await action.run({ call: 'upload', field: 'file' }, context)).toEqual({})
  expect(log).toEqual([['pickFile', ['image/jpeg', 'image/png', 'image/webp']]])
})

test('a file too large is not sent', async () => {
  const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0, 0])], 'a.jpg')
  const { context, log } = recorder({ pickFile: async () => file })
  const outcome = await action.run({ call: 'upload', field: 'file', maxBytes: 4 }, context)
  expect(outcome).toEqual({
    branch: 'onError',
    value: {
      kind: 'invalid',
      status: null,
      code: 'fileTooLarge',
      message: 'error:fileTooLarge',
      params: { megabytes: 1 },
    },
  })
  expect(log).toEqual([['toast', 'error:fileTooLarge', { tone: 'error' }]])
})

test('a photo above the limit is scaled down before it is sent', async () => {
  const scaled = new Blob([new Uint8Array(3)], { type: 'image/jpeg' })
  vi.stubGlobal('createImageBitmap', async () => ({ width: 800, height: 600, close: () => undefined }))
  vi.stubGlobal('document', {
    createElement: () => ({ getContext: () => null, toBlob: (done: (blob: Blob) => void) => done(scaled) }),
  })
  const file = new File([new Uint8Array([0xff, 0xd8, 0xff, 0, 0])], 'a.jpg')
  const { context, log } = recorder({ pickFile: async () => file })
  await action.run({ call: 'upload', field: 'file', maxBytes: 4 }, context)
  const [[, , sent]] = log as [[string, string, { file: File }]]
  expect([sent.file.name, sent.file.size]).toEqual(['a.jpg', 3])
})

test('a picture that cannot be decoded is not sent', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('broken')))
  const { context, log } = recorder({ pickFile: async () => new File([new Uint8Array([0xff, 0xd8, 0xff])], 'a.jpg') })
  await action.run({ call: 'upload', field: 'file' }, context)
  expect(log).toEqual([['toast', 'text:form.fileBroken', { tone: 'error' }]])
})

test('checks the content, not the name', async () => {
  const file = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.png', { type: 'image/png' })
  const { context, log } = recorder({ pickFile: async () => file })
  expect(await action.run({ call: 'upload', field: 'file' }, context)).toMatchObject({
    branch: 'onError',
    value: { code: 'wrongFileType' },
  })
  expect(log.map(([name]) => name)).toEqual(['toast'])
})
