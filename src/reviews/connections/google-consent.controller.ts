import { Controller, Get, Header, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiTags } from '@nestjs/swagger';
import { CurrentUser, ErrorDto, type Principal, Public } from '@tributary/common';
import {
  ConsentAnswerDto,
  ConsentPageDto,
  ReviewConnectionDto,
  toConsentPageDto,
  toReviewConnectionDto,
} from './dto/review-connection.dto';
import { GoogleConsentService } from './google-consent.service';

@ApiTags('reviews')
@Controller('google')
export class GoogleConsentController {
  constructor(private readonly consents: GoogleConsentService) {}

  /** Gives the address of Google's page on which a Google account is connected, for ten minutes. */
  @Header('Cache-Control', 'no-store')
  @Get('connect')
  async connect(@CurrentUser() user: Principal): Promise<ConsentPageDto> {
    return toConsentPageDto(await this.consents.begin(user.id));
  }

  /** Where Google sends the browser back to. The state, which works once, tells whose account it is. */
  @Public()
  @ApiBadRequestResponse({
    type: ErrorDto,
    description: 'Not allowed, not for Business Profile, or not asked for in the last ten minutes.',
  })
  @Header('Cache-Control', 'no-store')
  @Get('callback')
  async callback(@Query() answer: ConsentAnswerDto): Promise<ReviewConnectionDto> {
    const { state, code, error } = answer;
    return toReviewConnectionDto(await this.consents.complete({ state, code, error }));
  }
}
