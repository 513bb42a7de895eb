import { isDay, ZonedCalendar } from '@tributary/time-zones';
import { buildMessage, ValidateBy } from 'class-validator';

/** A day of the calendar. */
export const IsDay = (): PropertyDecorator =>
  ValidateBy({
    name: 'isDay',
    validator: {
      validate: (value) => typeof value === 'string' && isDay(value),
      defaultMessage: buildMessage((each) => `${each}$property must be a day, as in 2026-11-18`),
    },
  });

/** A time zone that calendars know. */
export const IsZone = (): PropertyDecorator =>
  ValidateBy({
    name: 'isZone',
    validator: {
      validate: (value) =>
        typeof value === 'string' && value.length <= 100 && ZonedCalendar.of(value) !== undefined,
      defaultMessage: buildMessage(
        (each) => `${each}$property must be a time zone, as in Asia/Ho_Chi_Minh`,
      ),
    },
  });
