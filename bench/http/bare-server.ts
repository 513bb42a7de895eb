import 'reflect-metadata';
import { Controller, Get, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

@Controller()
class BareController {
  @Get('health/live')
  live(): { status: string } {
    return { status: 'alive' };
  }

  @Get('api/v1/internal/ping')
  ping(): { status: string; timestamp: string } {
    return { status: 'ok', timestamp: new Date().toISOString() };
  }
}

@Module({ controllers: [BareController] })
class BareModule {}

/** The least that Nest does for a request: `node bare-server.js <port>`. */
async function main(): Promise<void> {
  const app = await NestFactory.create(BareModule, { bodyParser: false, logger: ['error'] });
  await app.listen(Number(process.argv[2]), '127.0.0.1');
}

void main();
