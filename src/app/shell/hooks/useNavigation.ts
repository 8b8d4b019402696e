import { useLayoutEffect } from 'react'
import { useLocation, useNavigate, useNavigationType, type Location } from 'react-router-dom'
import type { Navigator } from '../../navigator.ts'
import { currentAddress } from '../../routes.ts'

/** The router's location. Connects the navigator, which code outside of React uses, to the router. */
export function useNavigation(navigator: Navigator): Location {
  const location = useLocation()
  const navigate = useNavigate()
  const type = useNavigationType()

  useLayoutEffect(() => {
    const traversed = () => navigator.traversed(currentAddress())
    // Captured: it runs before the router's own listener, after which React renders.
    window.addEventListener('popstate', traversed, true)
    const unfollow = navigator.followLayers()
    return () => {
      window.removeEventListener('popstate', traversed, true)
      unfollow()
    }
  }, [navigator])

  useLayoutEffect(() => navigator.attach(navigate, location, type), [navigator, navigate, location, type])

  return location
}
