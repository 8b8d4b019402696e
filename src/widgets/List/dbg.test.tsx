// @vitest-environment jsdom
import { render, act } from '@testing-library/react'
import { it, vi } from 'vitest'
import VirtualRows from './VirtualRows.tsx'
it('x', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function height(this: HTMLElement) { console.log('OH', this.tagName, this.dataset.scroll); return this.dataset.scroll === undefined ? 50 : 400 })
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(320)
  const { container } = render(<div data-scroll=""><VirtualRows rows={Array.from({length:500},(_, i)=><p key={i}>row {i}</p>)} rowHeight={50} label="x" className="" /></div>)
  await act(() => new Promise(r => setTimeout(r, 100)))
  console.log(container.innerHTML.slice(0, 500))
})
