import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

@Controller('health')
class HealthController {
  @Get('live')
  live(): { status: string } {
    return { status: 'alive' };
  }
}

@Module({ controllers: [HealthController] })
class BareModule {}

/** The least that Nest does for a request: `node bare-server.js <port>`. */
async function main(): Promise<void> {
  const app = await NestFactory.create(BareModule, { bodyParser: false, logger: ['error'] });
  await app.listen(Number(process.argv[2]), '127.0.0.1');
}

void main();
