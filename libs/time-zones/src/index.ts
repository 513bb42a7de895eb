export { isDay, ZonedCalendar } from './zone-clock';
