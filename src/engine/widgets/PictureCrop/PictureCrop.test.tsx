// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from '../../../../tests/support/react.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import PictureCrop from './PictureCrop.tsx'

const PNG = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])
const drawImage = vi.fn()

beforeEach(() => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 1000, height: 600, close: () => undefined }))
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({
    fillRect: () => undefined,
    drawImage,
  } as unknown as null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['jpeg'])))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  drawImage.mockClear()
})

async function choose(
  content: Uint8Array<ArrayBuffer> = PNG,
  onCrop = vi.fn<(detail: { file: Blob }) => Promise<void>>(async () => undefined),
) {
  const { container } = render(<PictureCrop label="Change picture" onCrop={onCrop} />)
  const input = container.querySelector('input[type=file]') as HTMLInputElement
  fireEvent.change(input, { target: { files: [new File([content], 'me.png')] } })
  await waitFor(() =>
    expect(screen.queryByText('ui.crop') !== null || screen.getByRole('alert').textContent !== '').toBe(true),
  )
  return onCrop
}

it('sends the part of the picture that the dialog shows, and closes', async () => {
  const onCrop = await choose()
  // The dialog is drawn after it is there.
  await waitFor(() => expect(drawImage).toHaveBeenLastCalledWith(expect.anything(), 200, 0, 600, 600, 0, 0, 560, 560))
  fireEvent.change(screen.getByRole('slider', { hidden: true }), { target: { value: '2' } })
  fireEvent.keyDown(screen.getByRole('button', { name: 'ui.cropArea', hidden: true }), { key: 'ArrowRight' })
  fireEvent.keyDown(screen.getByRole('button', { name: 'ui.cropArea', hidden: true }), { key: 'ArrowDown' })
  fireEvent.click(screen.getByText('ui.usePicture'))
  await waitFor(() => expect(screen.queryByText('ui.crop')).toBeNull())
  expect(drawImage).toHaveBeenLastCalledWith(expect.anything(), 365, 165, 300, 300, 0, 0, 300, 300)
  const [[sent]] = onCrop.mock.calls as unknown as [[{ file: File }]]
  expect([sent.file.name, sent.file.type]).toEqual(['picture.jpg', 'image/jpeg'])
})

it('keeps the focus on the pressed button while the picture is sent', async () => {
  const onCrop = await choose(
    PNG,
    vi.fn(() => new Promise<void>(() => {})),
  )
  const use = screen.getByText<HTMLButtonElement>('ui.usePicture')
  await act(async () => fireEvent.click(use))
  expect([use.getAttribute('aria-disabled'), use.disabled]).toEqual(['true', false])
  expect(document.activeElement).toBe(use)
  await act(async () => fireEvent.click(use))
  expect(onCrop).toHaveBeenCalledTimes(1)
})

it('closes without a result when cancelled', async () => {
  const onCrop = await choose()
  await act(async () => fireEvent.click(screen.getByText('ui.cancel')))
  expect(onCrop).not.toHaveBeenCalled()
  expect(screen.queryByText('ui.crop')).toBeNull()
})

it('reports a file that is no picture', async () => {
  await choose(new Uint8Array([1, 2, 3]))
  expect(screen.getByRole('alert').textContent).toContain('form.fileType')
})

it('reports a picture that cannot be read', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('broken')))
  await choose()
  expect(screen.getByRole('alert').textContent).toBe('form.fileBroken')
})
