// @vitest-environment jsdom
import { asSeconds } from '../../language/values/time.ts'
import { act, fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import Carousel from './Carousel.tsx'
import { client } from '../../../../tests/support/client.ts'

const slides = [
  { id: 'a', title: 'Earn' },
  { id: 'b', title: 'Invite' },
]
const scrollTo = vi.fn()
let reducedMotion = false

beforeEach(() => {
  vi.useFakeTimers()
  scrollTo.mockReset()
  reducedMotion = false
  vi.stubGlobal('matchMedia', () => ({ matches: reducedMotion }))
  Element.prototype.scrollTo = scrollTo
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300)
  client.language.apply('en', { 'ui.slideOf': '{{index}} of {{count}}', 'ui.pause': 'Pause', 'ui.play': 'Play' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const wait = (seconds: number) => act(() => void vi.advanceTimersByTime(seconds * 1000))

describe('Carousel', () => {
  it('shows the place of each slide, reports a press', () => {
    const onPress = vi.fn()
    render(<Carousel slides={slides} label="Offers" onPress={onPress} />)
    expect(screen.getByRole('region', { name: 'Offers' })).toBeDefined()
    expect(screen.getAllByRole('listitem').map((slide) => slide.getAttribute('aria-label'))).toEqual([
      '1 of 2',
      '2 of 2',
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Invite' }))
    expect(onPress).toHaveBeenCalledWith({ id: 'b' })
  })

  it('moves automatically and restarts after the last', () => {
    render(<Carousel slides={slides} every={asSeconds(4)} />)
    wait(3.9)
    expect(scrollTo).not.toHaveBeenCalled()
    wait(0.2)
    wait(4)
    expect(scrollTo.mock.calls.map(([to]) => (to as ScrollToOptions).left)).toEqual([300, 0])
  })

  it('scrolls the other way in right-to-left', () => {
    vi.spyOn(globalThis, 'getComputedStyle').mockReturnValue({ direction: 'rtl' } as CSSStyleDeclaration)
    render(<Carousel slides={slides} every={asSeconds(4)} />)
    wait(4.1)
    expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ left: -300 }))
  })

  it.each([
    ['the finger is on it', (box: Element) => fireEvent.touchStart(box)],
    ['the focus is in it', (box: Element) => fireEvent.focus(box)],
    ['the pointer is over it', (box: Element) => fireEvent.pointerEnter(box)],
  ])('waits while %s', (_, interact) => {
    render(<Carousel slides={slides} every={asSeconds(4)} label="Offers" />)
    interact(screen.getByRole('region'))
    wait(20)
    expect(scrollTo).not.toHaveBeenCalled()
  })

  it('stays where the user has paused it', () => {
    render(<Carousel slides={slides} every={asSeconds(4)} />)
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    wait(20)
    expect(scrollTo).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Play' }))
    wait(4.1)
    expect(scrollTo).toHaveBeenCalledOnce()
  })

  it('waits while the page is hidden and goes on when it is seen', () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    render(<Carousel slides={slides} every={asSeconds(4)} />)
    wait(20)
    expect(scrollTo).not.toHaveBeenCalled()
    hidden.mockReturnValue(false)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    wait(4.1)
    expect(scrollTo).toHaveBeenCalledOnce()
  })

  it('has neither autoplay nor its button under reduced motion, or at 0 s', () => {
    reducedMotion = true
    const { rerender } = render(<Carousel slides={slides} every={asSeconds(4)} />)
    wait(20)
    reducedMotion = false
    rerender(<Carousel slides={slides} every={asSeconds(0)} />)
    wait(20)
    expect(scrollTo).not.toHaveBeenCalled()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('draws nothing for no slides, and children as slides', () => {
    const { container, rerender } = render(<Carousel slides={[]} />)
    expect(container.innerHTML).toBe('')
    rerender(
      <Carousel every={asSeconds(0)}>
        <b>one</b>
        <b>two</b>
      </Carousel>,
    )
    expect(screen.getByRole('listitem', { name: '2 of 2' }).textContent).toBe('two')
  })
})
