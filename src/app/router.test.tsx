// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { move, useLocation } from './router.tsx'

beforeEach(() => history.replaceState(null, '', '/h5/#/pages/a?x=1'))

const place = ({ pathname, search }: { pathname: string; search: string }) => pathname + search

test('reads the fragment', () => {
  const { result } = renderHook(useLocation)
  expect(result.current).toMatchObject({ pathname: '/pages/a', search: '?x=1', note: null })
})

test.each([
  ['', '/'],
  ['#', '/'],
  ['#pages/a', '/pages/a'],
  ['#/a?b=?c', '/a?b=?c'],
])('the fragment "%s" is the place %s', (hash, expected) => {
  history.replaceState(null, '', `/h5/${hash}`)
  expect(place(renderHook(useLocation).result.current)).toBe(expected)
})

test('goes forward and back; the same moment has the same key and note', async () => {
  const { result } = renderHook(useLocation)
  const first = result.current
  act(() => move('/pages/b', { state: { depth: 1 } }))
  expect(place(result.current)).toBe('/pages/b')
  expect(result.current.note).toEqual({ depth: 1 })
  expect(result.current.key).not.toBe(first.key)
  act(() => move(-1))
  await waitFor(() => expect(place(result.current)).toBe('/pages/a?x=1'))
  expect(result.current.key).toBe(first.key)
})

test('back with a result: the same moment, which has it from then on', async () => {
  const { result } = renderHook(useLocation)
  const asked = result.current.key
  act(() => move('/pages/choose', { state: { depth: 1 } }))
  act(() => move(-1, { result: '1.0,2.0' }))
  await waitFor(() => expect(place(result.current)).toBe('/pages/a?x=1&result=1.0%2C2.0'))
  expect(result.current.key).toBe(asked)
  act(() => move('/pages/b', { state: { depth: 1 } }))
  act(() => move(-1))
  await waitFor(() => expect(place(result.current)).toBe('/pages/a?x=1&result=1.0%2C2.0'))
})

test('a replaced place is not come back to', async () => {
  const { result } = renderHook(useLocation)
  act(() => move('/pages/b'))
  act(() => move('/pages/c', { replace: true }))
  act(() => move(-1))
  await waitFor(() => expect(place(result.current)).toBe('/pages/a?x=1'))
})

test('an address typed by hand is a place of its own', async () => {
  const { result } = renderHook(useLocation)
  const { key } = result.current
  act(() => {
    location.hash = '#/pages/typed'
  })
  await waitFor(() => expect(place(result.current)).toBe('/pages/typed'))
  expect(result.current.key).not.toBe(key)
})
