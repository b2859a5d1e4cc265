"""Small games with secrets, for tests of what a seat is told: hidden dice with bids, and secret choices at one time."""

from __future__ import annotations

BLUFF = """
ruleset bluff "Bluff" { players 2, triggers active_first, start Match }
die D6 { 1..6 }
kind Note { worth: 0..9 }
Note Low { worth 1 }
Note Mid { worth 5 }
Note High { worth 9 }
extend Player {
  zone cup of D6 seen by owner
  zone notes of Note seen by owner
  zone laid of Note
  keeps bids: 0.. = 0
}
extend Table { keeps least: 0.. = 0, zone deck of Note seen by nobody }
define rival(p: Player) = first(players where that is not p)
window Bidding { offer one to active, always ask }
effect compare low: 0..99 says "the cups are compared" { open Doubting }
window Doubting { offer one to active, always ask }
action bid n: 1..9 of pips: 1..6 by me during Bidding {
  require n > least because "the bid must go up"
  require n < 9 or count(rival(me).cup where face is 6) > 1 because "nobody would believe it"
  least = n
  me.bids += 1
}
action guess note: Note by me during Bidding {
  require some(rival(me).notes, worth is note.worth) because "it is not there"
  me.bids += 1
}
action steal note: Note by me during Bidding {
  require note in rival(me).notes because "it is not the other's"
  move note to me.notes
}
action look note: Note by me during Bidding {
  require note in me.notes
  move note to me.laid
}
action doubt by me during Bidding { compare sum(rival(me).cup, face) }
action nod n: 1..9 by me during Doubting { require compare.low > 99 because "there is no need"; me.bids += n }
flow Match {
  for each p in players {
    repeat 3 { take one of D6 into p.cup }
    roll p.cup
    choose 2 of supply(Note) by p as chosen
    for each model in chosen { take one of model into p.notes }
  }
  for each model in supply(Note) { take one of model into deck }
  shuffle deck
  repeat 20 { for each p in players { phase turn by p { open Bidding } } }
  win none
}
"""

HONEST = BLUFF.replace("count(rival(me).cup where face is 6) > 1", "count(rival(me).cup) > 1").replace(
    "require some(rival(me).notes, worth is note.worth)", "require count(rival(me).notes) > 0"
)
"""The same, but no rule looks at what is hidden from who acts."""

SECRET = """
kind Card { power: 0..9 }
Card Ace { power 9 }
Card Deuce { power 2 }
Card Trey { power 3 }
extend Player { zone hand of Card seen by owner, zone bet of Card seen by owner, keeps said: 0..9 = 0, keeps tokens: 0.. = 0 }
window Planning { offer one to active, always ask }
window Main { offer one to active, always ask }
action plan card: Card by me during Planning {
  require card in me.hand because "it is not in your hand"
  move card to me.bet
  if card.power is 9 { choose one of 1..3 by me as n; me.said = n }
}
action rest by me during Main { me.tokens += 1 }
effect plan_all {
  together for each p in players { phase planning by p { open Planning } }
}
flow Match {
  for each p in players { for each model in supply(Card) { take one of model into p.hand } }
  repeat 3 {
    plan_all
    for each p in players { phase turn by p { open Main } }
  }
  win none
}
"""

TRAPS = """
kind Card { works in hand or laid }
Card Spike { after rest if actor is not me { sting actor } }
Card Snare { after rest if actor is not me { sting actor } }
Card Shell { before sting { modify amount by 1 } }
Card Brick { before sting { modify amount by 1 } }
extend Player { zone hand of Card seen by owner, zone laid of Card, keeps stings: 0.. = 0 }
window Main { offer one to active, always ask }
effect sting target: Player by amount: 0.. = 1 says "{target} is stung" { target.stings += amount }
action rest by me during Main { me.stings += 0 }
flow Match {
  choose 2 of supply(Card) by first(players) as chosen
  for each model in chosen { take one of model into first(players).hand }
  take one of Spike into last(players).laid
  repeat 3 { phase turn by last(players) { open Main } }
  win none
}
"""
"""Two traps that do the same, and two cards that make them worse: Ben cannot tell which of them Ann holds."""

QUIET = """
kind Card { power: 0..9 }
Card Ace { power 9 }
Card Deuce { power 2 }
Card Trey { power 3 }
extend Player { zone hand of Card seen by owner, zone bet of Card seen by owner, zone spare of Card seen by owner }
window Main { offer one to active, always ask }
action rest by me during Main { }
flow Match {
  for each p in players { for each model in supply(Card) { take one of model into p.hand } }
  together for each p in players {
    choose one of p.hand by p as card
    move card to p.bet
    if card.power is 9 { choose one of 1..3 by p as n; if n is 2 { choose one of 1..2 by p as m } }
  }
  repeat 3 { for each p in players { phase turn by p { open Main } } }
  win none
}
"""
"""A secret choice after which some are asked more, and nothing of it comes to light."""

PAYING = """
kind Coin { }
Coin Gold { }
Coin Silver { }
kind Card { }
Card Ace { }
Card Deuce { }
Card Trey { }
extend Player { zone coins of Coin, zone hand of Card seen by owner }
extend Table { zone deck of Card seen by nobody }
effect draw card: Card by me says "{me} draws {card}" { move card to me.hand }
effect spend coin: Coin says "{coin} is spent" { remove coin }
currency Money { pay c from me.coins { spend c; draw top(deck) by me } }
window Main { offer one to active, always ask }
action buy by me during Main { cost 1 Money }
flow Match {
  for each p in players { for each model in supply(Coin) { take one of model into p.coins } }
  for each model in supply(Card) { take one of model into deck }
  shuffle deck
  repeat 3 { for each p in players { phase turn by p { open Main } } }
  win none
}
"""
"""Whoever pays draws a card; what it is nobody knows before."""

ASKING = """
kind Card { works in hand }
Card Spike { after rest if actor is not me { choose one of 1..3 by actor as n; actor.stings += n } }
Card Snare { after rest if actor is not me { choose one of 1..3 by actor as n; actor.stings += n } }
extend Player { zone hand of Card seen by owner, keeps stings: 0.. = 0 }
window Main { offer one to active, always ask }
action rest by me during Main { me.stings += 0 }
flow Match {
  choose one of supply(Card) by first(players) as chosen
  take one of chosen into first(players).hand
  repeat 3 { phase turn by last(players) { open Main } }
  win none
}
"""
"""A hidden card asks somebody who cannot see it."""

FAULTY = """
ruleset faulty "Faulty" { players 2, triggers active_first, start Match }
kind Coin { }
Coin Penny { }
kind Note { worth: 0..9, works in notes }
Note Low { worth 1 }
Note Top { worth 9 }
Note Cut { worth 3, after rest { actor.share = 6 / count(actor.notes) } }
Note Tax { worth 3, after rest { actor.share = 7 / count(actor.notes) } }
extend Player { zone notes of Note seen by owner, zone coins of Coin, keeps share: 0..9 = 0 }
window Main { offer one to active, always ask, forbid pass }
effect grab amount: -99..99 by me { take amount of Penny into me.coins }
action probe by me during Main { grab 0 - sum(last(players).notes, worth) }
action rest by me during Main { me.share += 0 }
flow Match {
  take one of Low into last(players).notes
  repeat 3 { phase turn by first(players) { open Main } }
  win none
}
"""
"""Faults of rules: `probe` runs into what Ben holds, and after `rest` a note of his may divide by 0."""

SCRATCHED = """
kind Card { keeps worn: 0.. = 0, works in hand }
Card Spike { after rest if actor is not me { scratch it } }
Card Snare { after rest if actor is me { scratch it } }
extend Player { zone hand of Card seen by owner }
window Main { offer one to active, always ask }
effect scratch card: Card quiet { card.worn += 1 }
action rest by me during Main { }
flow Match {
  choose one of supply(Card) by first(players) as chosen
  take one of chosen into first(players).hand
  repeat 3 { phase turn by last(players) { open Main } }
  win none
}
"""
"""A hidden card does something of which nobody is told, and only one of the two cards does it."""

SILENT = """
kind Card { keeps worn: 0.. = 0, works in hand }
Card Spike { after rest if actor is not me { scratch it; dent it } }
Card Snare { after rest if actor is not me { dull it } }
extend Player { zone hand of Card seen by owner }
extend Table { zone deck of Card seen by nobody }
window Main { offer one to active, always ask }
effect scratch card: Card quiet { card.worn += 1 }
effect dent card: Card quiet { choose one of 1..2 by card.owner as n; card.worn += n }
effect dull card: Card quiet { choose one of 1..2 by card.owner as n; card.worn += n }
action rest by me during Main { }
flow Match {
  choose one of supply(Card) by first(players) as chosen
  take one of chosen into first(players).hand
  for each model in supply(Card) { if model is not chosen { take one of model into deck } }
  repeat 3 { phase turn by last(players) { open Main } }
  win none
}
"""
"""Two hidden cards ask the same in different effects of which nobody is told, and one does something more."""

STOLEN = """
kind Card { }
Card Ace { }
Card Deuce { }
Card Trey { }
Card Knave { }
extend Player { zone hand of Card seen by owner }
window Main { offer one to active, always ask }
action rob victim: Player by me during Main {
  require victim is not me and count(victim.hand) > 1
  choose one of victim.hand by me as card
  move card to me.hand
}
action swap card: Card by me during Main {
  require card in me.hand
  let other = first(players where that is not me)
  choose one of other.hand by me as taken
  move card to other.hand
  move taken to me.hand
}
flow Match {
  for each p in players { for each model in supply(Card) { take one of model into p.hand }; shuffle p.hand }
  repeat 6 { for each p in players { phase turn by p { open Main } } }
  win none
}
"""
"""Somebody chooses among cards that only their owner sees."""
