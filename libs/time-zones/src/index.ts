export { isDay, ZonedCalendar } from './zoned-calendar';
