import type { LucideIcon } from 'lucide-react'
import Award from 'lucide-react/icons/award'
import BadgePercent from 'lucide-react/icons/badge-percent'
import Banknote from 'lucide-react/icons/banknote'
import BookOpen from 'lucide-react/icons/book-open'
import ChartColumn from 'lucide-react/icons/chart-column'
import ChartPie from 'lucide-react/icons/chart-pie'
import Clock from 'lucide-react/icons/clock'
import Coins from 'lucide-react/icons/coins'
import CreditCard from 'lucide-react/icons/credit-card'
import Crown from 'lucide-react/icons/crown'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FileText from 'lucide-react/icons/file-text'
import Gauge from 'lucide-react/icons/gauge'
import Gift from 'lucide-react/icons/gift'
import HandCoins from 'lucide-react/icons/hand-coins'
import History from 'lucide-react/icons/history'
import IdCard from 'lucide-react/icons/id-card'
import ImageOff from 'lucide-react/icons/image-off'
import KeyRound from 'lucide-react/icons/key-round'
import Landmark from 'lucide-react/icons/landmark'
import Layers from 'lucide-react/icons/layers'
import List from 'lucide-react/icons/list'
import ListFilter from 'lucide-react/icons/list-filter'
import LogIn from 'lucide-react/icons/log-in'
import LogOut from 'lucide-react/icons/log-out'
import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import Monitor from 'lucide-react/icons/monitor'
import Palette from 'lucide-react/icons/palette'
import Pencil from 'lucide-react/icons/pencil'
import Percent from 'lucide-react/icons/percent'
import Phone from 'lucide-react/icons/phone'
import PiggyBank from 'lucide-react/icons/piggy-bank'
import QrCode from 'lucide-react/icons/qr-code'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Repeat from 'lucide-react/icons/repeat'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Share2 from 'lucide-react/icons/share-2'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import SunMoon from 'lucide-react/icons/sun-moon'
import Target from 'lucide-react/icons/target'
import Timer from 'lucide-react/icons/timer'
import UserPlus from 'lucide-react/icons/user-plus'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import WifiOff from 'lucide-react/icons/wifi-off'
import type { LateName } from './icons.ts'

/** The icons that no widget and no tab needs by itself. */
export const more: Record<LateName, LucideIcon> = {
  award: Award,
  'badge-percent': BadgePercent,
  banknote: Banknote,
  'book-open': BookOpen,
  'chart-column': ChartColumn,
  'chart-pie': ChartPie,
  clock: Clock,
  coins: Coins,
  'credit-card': CreditCard,
  crown: Crown,
  ellipsis: Ellipsis,
  'file-text': FileText,
  gauge: Gauge,
  gift: Gift,
  'hand-coins': HandCoins,
  history: History,
  'id-card': IdCard,
  'image-off': ImageOff,
  'key-round': KeyRound,
  landmark: Landmark,
  layers: Layers,
  list: List,
  'list-filter': ListFilter,
  'log-in': LogIn,
  'log-out': LogOut,
  'map-pin': MapPin,
  'message-circle': MessageCircle,
  monitor: Monitor,
  palette: Palette,
  pencil: Pencil,
  percent: Percent,
  phone: Phone,
  'piggy-bank': PiggyBank,
  'qr-code': QrCode,
  'receipt-text': ReceiptText,
  repeat: Repeat,
  'rotate-ccw': RotateCcw,
  'share-2': Share2,
  'sliders-horizontal': SlidersHorizontal,
  'sun-moon': SunMoon,
  target: Target,
  timer: Timer,
  'user-plus': UserPlus,
  'user-round': UserRound,
  users: Users,
  'wifi-off': WifiOff,
}
