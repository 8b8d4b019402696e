// @vitest-environment jsdom
import { asPrice } from '../../language/values/decimal.ts'
import { render, screen } from '../../../../tests/support/react.tsx'
import { describe, expect, it } from 'vitest'
import { polylinePoints, trend } from './line.ts'
import Sparkline from './Sparkline.tsx'

describe('line', () => {
  it('goes from the left edge to the right, higher values higher up', () => {
    expect(polylinePoints(['1', '3', '2'], 100, 20)).toBe('0.0,18.0 50.0,2.0 100.0,10.0')
  })
  it('is level for equal values and nothing for fewer than two', () => {
    expect(polylinePoints(['5', '5'], 10, 20)).toBe('0.0,10.0 10.0,10.0')
    expect(polylinePoints(['5'], 10, 20)).toBe('')
    expect(polylinePoints([], 10, 20)).toBe('')
  })
  it('compares the last with the first', () => {
    expect([trend(['1', '9', '2']), trend(['2', '1']), trend(['2', '9', '2']), trend([])]).toEqual([
      'up',
      'down',
      'muted',
      'muted',
    ])
  })
})

describe('Sparkline', () => {
  it('is decoration without a label, an image with one, and coloured by its course', () => {
    const { container, rerender } = render(<Sparkline values={[asPrice('1'), asPrice('2')]} />)
    const svg = container.querySelector('svg')
    expect(svg?.getAttribute('aria-hidden')).toBe('true')
    expect(svg?.getAttribute('class')).toBe('sparkline up')
    rerender(<Sparkline values={[asPrice('2'), asPrice('1')]} label="Falling" />)
    expect(screen.getByRole('img', { name: 'Falling' }).getAttribute('class')).toBe('sparkline down')
  })
  it('draws a dashed line and no area while there are no values', () => {
    const { container } = render(<Sparkline values={[]} />)
    expect(container.querySelector('polygon')).toBeNull()
    expect(container.querySelector('polyline')?.getAttribute('class')).toContain('none')
    expect(container.innerHTML).not.toContain('NaN')
  })
})

it('keeps a size that can be drawn', () => {
  const { container } = render(<Sparkline values={[asPrice('1'), asPrice('2')]} width={-5} height={-1} />)
  expect(container.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 320 16')
})
