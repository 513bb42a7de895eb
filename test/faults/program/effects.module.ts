import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Effects } from './effects.repository';
import {
  Account,
  AccountSchema,
  Gate,
  GateSchema,
  Note,
  NoteSchema,
  Row,
  RowSchema,
} from './effects.schema';

/** What runs of tests leave in the store, for the workers that write it and the tests that read it. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: Account.name, schema: AccountSchema },
      { name: Row.name, schema: RowSchema },
      { name: Note.name, schema: NoteSchema },
      { name: Gate.name, schema: GateSchema },
    ]),
  ],
  providers: [Effects],
  exports: [Effects],
})
export class EffectsModule {}
