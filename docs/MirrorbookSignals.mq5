// Sends each deal of this terminal's account to Mirrorbook as a signal.
// Not run by its authors: there was no terminal to run it in. Try it on a demo account first.
#property strict

input string Site = "https://your.site"; // Allow this address in the terminal's options
input string Key = "";                   // The trader's key, from an administrator
input double UnitsPerLot = 100000;       // 100000 for currencies, 100 for gold, 1 for most shares

void OnTradeTransaction(const MqlTradeTransaction &transaction, const MqlTradeRequest &request, const MqlTradeResult &result)
{
   if(transaction.type != TRADE_TRANSACTION_DEAL_ADD) return;
   if(!HistoryDealSelect(transaction.deal)) return;
   long type = HistoryDealGetInteger(transaction.deal, DEAL_TYPE);
   if(type != DEAL_TYPE_BUY && type != DEAL_TYPE_SELL) return;

   string symbol = HistoryDealGetString(transaction.deal, DEAL_SYMBOL);
   double size = HistoryDealGetDouble(transaction.deal, DEAL_VOLUME) * UnitsPerLot;
   string action = type == DEAL_TYPE_BUY ? "buy" : "sell";
   // A deal that turns a position around has to say so; any other against what is held only reduces it.
   string position = "";
   if(HistoryDealGetInteger(transaction.deal, DEAL_ENTRY) == DEAL_ENTRY_INOUT) position = type == DEAL_TYPE_BUY ? "long" : "short";
   string body = StringFormat(
      "{\"id\":\"mt5-%I64u\",\"symbol\":\"%s\",\"action\":\"%s\",\"size\":\"%s\",\"market_position\":\"%s\"}",
      transaction.deal, symbol, action, DoubleToString(size, 2), position);
   Send(body);
}

// Three tries: the id makes sure that the deal counts once.
void Send(const string body)
{
   string headers = "Content-Type: application/json\r\nAuthorization: Bearer " + Key + "\r\n";
   char sent[], received[];
   StringToCharArray(body, sent, 0, StringLen(body), CP_UTF8);
   for(int attempt = 0; attempt < 3; attempt++)
   {
      string answered;
      int status = WebRequest("POST", Site + "/api/signals", headers, 5000, sent, received, answered);
      if(status > 0 && status != 429 && status < 500)
      {
         Print("Mirrorbook: ", CharArrayToString(received, 0, WHOLE_ARRAY, CP_UTF8));
         return;
      }
      Sleep(2000);
   }
   Print("Mirrorbook did not take the signal: ", body);
}
