(* Equations among the premises as rules, matched with terms by their form alone.

   `rewrite` unifies every rule with every subterm; to match a pattern whose variables each stand
   for the first term that they meet takes no more than to read the term. *)
From Coq Require Import Reals List.
From Kernel Require Import Prelude Expanding.
From Ltac2 Require Import Ltac2.
Set Default Proof Mode "Classic".

(* forall x_1 ... x_n, left = right, with its proof. *)
Ltac2 Type rewriting := { count : int; left : constr; right : constr; proof : constr }.
Ltac2 rec rule_of (count : int) (type : constr) (proof : constr) :=
  match Constr.Unsafe.kind type with
  | Constr.Unsafe.Prod _ body => rule_of (Int.add count 1) body proof
  | Constr.Unsafe.App f a => if Constr.equal f constr:(@eq)
    then [{ count := count; left := Array.get a 1; right := Array.get a 2; proof := proof }] else []
  | _ => [] end.
(* Proofs are told in pairs of pairs. *)
Ltac2 rec rules_told (t : constr) := match Constr.Unsafe.kind t with
  | Constr.Unsafe.App f a => if Constr.equal f constr:(@pair)
    then List.append (rules_told (Array.get a 2)) (rules_told (Array.get a 3)) else []
  | Constr.Unsafe.Var _ => rule_of 0 (Constr.type t) t | _ => [] end.

(* Rules by the heads of their left sides, in their order. *)
Ltac2 rec grouped (l : rewriting list) := match l with
  | [] => []
  | r :: rest =>
    let (head, _) := head_of (r.(left)) in
    let is_own x := let (f, _) := head_of (x.(left)) in Constr.equal f head in
    (head, r :: List.filter is_own rest)
      :: grouped (List.filter (fun x => Bool.neg (is_own x)) rest) end.

Ltac2 Type settling := { walk : walking; rules : (constr * rewriting list) list;
  mutable met : (constr * (constr * constr) option) list; mutable left_to_use : int }.
Ltac2 depends_on k t := Bool.neg (Constr.equal t (Constr.Unsafe.closenl [k] 1 t)).
Ltac2 new_variable (s : settling) :=
  let w := s.(walk) in
  let k := Fresh.fresh (w.(free)) @k in
  w.(free) := Fresh.Free.union (w.(free)) (Fresh.Free.of_ids [k]);
  k.
Ltac2 body_at (f : constr) (v : constr) := match Constr.Unsafe.kind f with
  | Constr.Unsafe.Lambda _ body => Constr.Unsafe.substnl [v] 0 body
  | _ => apply_to f [v] end.
(* Fills `found` with what the variables of a pattern stand for. *)
Ltac2 rec matches (s : settling) (found : constr option array) (inside : ident list)
    (p : constr) (t : constr) : bool :=
  match Constr.Unsafe.kind p with
  | Constr.Unsafe.Rel n =>
    match Array.get found (Int.sub n 1) with
    | Some x => Constr.equal x t
    | None =>
      if List.exist (fun k => depends_on k t) inside then false
      else (Array.set found (Int.sub n 1) (Some t); true) end
  | Constr.Unsafe.App f a => match Constr.Unsafe.kind t with
    | Constr.Unsafe.App g b =>
      if Int.equal (Array.length a) (Array.length b) then
        if matches s found inside f g then
          let rec go i := if Int.equal i (Array.length a) then true
            else if matches s found inside (Array.get a i) (Array.get b i) then go (Int.add i 1)
            else false in
          go 0
        else false
      else false | _ => false end
  | Constr.Unsafe.Lambda _ _ => match Constr.Unsafe.kind t with
    | Constr.Unsafe.Lambda _ _ =>
      let k := new_variable s in
      let v := Constr.Unsafe.make (Constr.Unsafe.Var k) in
      matches s found (k :: inside) (body_at p v) (body_at t v) | _ => false end
  | _ => Constr.equal p t end.
(* Fails where one of them stands for nothing yet. *)
Ltac2 filled (found : constr option array) := List.map
  (fun x => match x with Some t => t | None => Control.zero Not_found end) (Array.to_list found).
(* What a term is by the first rule that has it as its left side, with the proof. *)
Ltac2 by_rule (s : settling) (t : constr) :=
  let rec go l := match l with
    | [] => None
    | r :: l =>
      let found := Array.make (r.(count)) None in
      if matches s found [] (r.(left)) t then
        let values := filled found in
        let proof := match values with
          | [] => r.(proof)
          | _ => apply_to (r.(proof)) (List.rev values) end in
        Some (Constr.Unsafe.substnl values 0 (r.(right)), proof)
      else go l end in
  let (head, _) := head_of t in
  match List.find_opt (fun (f, _) => Constr.equal f head) (s.(rules)) with
  | None => None
  | Some group => let (_, l) := group in go l end.
