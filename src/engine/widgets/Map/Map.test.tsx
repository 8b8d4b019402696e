// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { CircleMarker } from 'leaflet'
import { beforeEach, expect, test, vi } from 'vitest'
import Map from './Map.lazy.tsx'
import { client } from '../../../../tests/support/client.ts'

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  client.language.apply('en', {
    'map.zoomIn': 'Zoom in',
    'map.zoomOut': 'Zoom out',
    'map.here': 'My position',
    'map.middle': 'Put',
    'map.search': 'Search',
    'map.results': 'Found',
    'map.none': 'None',
    'map.denied': 'Denied',
    'map.unavailable': 'Unavailable',
    'map.pin': 'Pin at {{where}}',
    'map.near': 'Near {{city}}: {{where}}',
    'map.noPin': 'No place',
  })
})
const CITIES = [
  { id: 'berlin', name: 'Berlin', at: '52.52000,13.40500' },
  { id: 'zurich', name: 'Zürich', at: '47.37690,8.54170' },
  { id: 'nowhere', name: 'Zurück', at: '95,0' },
]
const position = (answer: (ok: PositionCallback, fail: PositionErrorCallback) => void) =>
  vi.stubGlobal('navigator', { ...navigator, geolocation: { getCurrentPosition: answer } })

test('names the pin’s place, and draws countries without tiles', () => {
  const { container } = render(<Map label="Office" at="52.52000,13.40500" cities={CITIES} />)
  expect(screen.getByRole('status').textContent).toBe('Near Berlin: 52.52, 13.405')
  expect(container.querySelectorAll('path').length).toBeGreaterThan(100)
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('draws its cities once on mount, and again when they change', () => {
  const added = vi.spyOn(CircleMarker.prototype, 'addTo')
  // Mounts are counted, which StrictMode doubles.
  const { rerender } = render(<Map label="Office" at="52.52000,13.40500" cities={CITIES} />, { reactStrictMode: false })
  const drawnOnce = added.mock.calls.length
  expect(drawnOnce).toBe(2)
  rerender(<Map label="Office" at="47.37690,8.54170" cities={CITIES} />)
  expect(added.mock.calls.length).toBe(drawnOnce)
  rerender(<Map label="Office" at="47.37690,8.54170" cities={CITIES.slice(0, 1)} />)
  expect(added.mock.calls.length).toBe(drawnOnce + 1)
})

test('a city of the search, the middle of the map, and the keyboard alone', () => {
  const onChange = vi.fn()
  render(<Map label="Choose" at={null} pick cities={CITIES} onChange={onChange} />)
  expect(screen.getByRole('status').textContent).toBe('No place')
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'zur' } })
  fireEvent.click(screen.getByRole('button', { name: 'Zürich' }))
  expect(onChange).toHaveBeenLastCalledWith({ at: '47.37690,8.54170' })
  fireEvent.click(screen.getByRole('button', { name: 'Put' }))
  expect(onChange.mock.lastCall?.[0]).toEqual({ at: expect.stringMatching(/^47\.\d{5},8\.\d{5}$/) as string })
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'xyzzy' } })
  expect(screen.getByText('None')).toBeTruthy()
})

test.each([
  [1, 'Denied'],
  [2, 'Unavailable'],
  [3, 'Unavailable'],
])('a position that cannot be had (%i) is said in words', async (code, word) => {
  position((_ok, fail) => fail({ code } as GeolocationPositionError))
  render(<Map label="Choose" at={null} pick />)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'My position' })))
  expect(screen.getByRole('status').textContent).toBe(word)
})

test('keeps the focus on the button while it looks for the position', async () => {
  const ask = vi.fn()
  position(ask)
  render(<Map label="Choose" at={null} pick />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'My position' })
  button.focus()
  await act(async () => fireEvent.click(button))
  expect([button.getAttribute('aria-disabled'), button.disabled]).toEqual(['true', false])
  expect(document.activeElement).toBe(button)
  await act(async () => fireEvent.click(button))
  expect(ask).toHaveBeenCalledTimes(1)
})

test('gives the focus to the map when a city is chosen', () => {
  render(<Map label="Choose" at={null} pick cities={CITIES} />)
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search' }), { target: { value: 'zur' } })
  const city = screen.getByRole('button', { name: 'Zürich' })
  city.focus()
  fireEvent.click(city)
  expect(document.activeElement).toBe(screen.getByRole('application'))
})

test('without cities shows the map, without a search', () => {
  const { rerender } = render(<Map label="Choose" at="52.52000,13.40500" pick />)
  const countryPaths = () => screen.getByRole('application').querySelectorAll('path').length
  expect(screen.getByRole('status').textContent).toBe('Pin at 52.52, 13.405')
  expect(screen.queryByRole('searchbox')).toBeNull()
  const before = countryPaths()
  rerender(<Map label="Choose" at="52.52000,13.40500" pick cities={CITIES} />)
  expect(screen.getByRole('searchbox')).toBeTruthy()
  expect(countryPaths()).toBe(before + 2)
})

test('the user’s own position becomes the pin', () => {
  const onChange = vi.fn()
  position((ok) => ok({ coords: { latitude: 1.3521, longitude: 103.8198 } } as GeolocationPosition))
  render(<Map label="Choose" at={null} pick onChange={onChange} />)
  fireEvent.click(screen.getByRole('button', { name: 'My position' }))
  expect(onChange).toHaveBeenCalledWith({ at: '1.35210,103.81980' })
})
