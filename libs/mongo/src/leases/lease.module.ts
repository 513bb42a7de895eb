import { Module } from '@nestjs/common';
import { MongooseModule } from '@nestjs/mongoose';
import { Leases } from './lease.repository';
import { LeaseRecord, LeaseSchema } from './lease.schema';

/** Makes {@link Leases} available to the module that imports it. */
@Module({
  imports: [MongooseModule.forFeature([{ name: LeaseRecord.name, schema: LeaseSchema }])],
  providers: [Leases],
  exports: [Leases],
})
export class LeaseModule {}
