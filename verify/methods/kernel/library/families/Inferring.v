(* The tactics of inferences: each shows what one concludes, from the steps that it names. A step is used at a
   time; what it asks for there has to be known by then. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words OneFunction Curves States Comparison Quantities Inferences Vanishing Continuity Numbers OnePoint Cascade.
Open Scope R_scope.

Ltac law_now := match goal with
  | L : forall t : R, 0 <= t -> ?is (fun s => ?u s) t _ |- ?is (fun h => ?u (?t + h)) 0 _ =>
      first [ apply (derive_shift u t) | apply (vderive_shift _ u t) ]; apply L; assumption
  | L : forall (t : R) (i : _), 0 <= t -> ?is (fun s => ?u s i) t _ |- forall j, ?is (fun h => ?u (?t + h) j) 0 _ => let j := fresh in intro j;
      first [ apply (derive_shift (fun s => u s j) t) | apply (vderive_shift _ (fun s => u s j) t) ]; apply L; assumption
  end.
(* What steps say is looked up where they are used alone. *)
Definition step_says (P : Prop) := P.
(* What fails says why, unless something else is tried after it; it is left open, and the rest goes on. *)
Definition quiet := True.
Ltac loud := lazymatch goal with _ : quiet |- _ => fail | _ => idtac end.
Ltac quietly tactic := let Q := fresh in assert (Q : quiet) by exact I; tactic.
(* What is known at all times, and of all tokens, is known of those that the goal speaks of. *)
Ltac of_goal := of_those ltac:(fun one => lazymatch goal with |- context [one] => idtac end).
(* A theorem is used for the identity, too. *)
Lemma of_identity {S : inner_product_space} : let I := fun x : S => x in adjoint I I /\ bounded_operator I /\ positive I /\ coercive I.
Proof.
  intro I. assert (A : adjoint I I) by (intros x y; reflexivity).
  assert (B : bounded_operator I) by (exists 1; split; [lra | intro; unfold I; lra]).
  repeat split; auto. { intros x N. destruct (inner_nonneg _ x) as [P|Z]; [exact P | exfalso; apply N, inner_definite; auto]. } exists 1. split; [lra | intro; unfold I; lra].
Qed.
Ltac by_what_is_known := intros; of_goal; first [ lra | match goal with E : ?x = ?y, F : ?y = ?z |- ?x = ?z => exact (eq_trans E F) end ].
Ltac known_now := cbv beta; first [ assumption | exact equal_kronecker | rewrite Rplus_0_r; reflexivity | law_now
  | solve [ auto ] | lra | solve [ intros; lra ] | solve [ by_what_is_known ]
  | lazymatch goal with
    | |- 0 < _ => solve [ positive_by_form ]
    | |- 0 <= _ => solve [ not_negative_by_form ]
    | |- _ <> 0 => apply Rgt_not_eq, Rlt_gt; solve [ positive_by_form ]
    | |- _ - ?c <= _ => let P := fresh in assert (P : 0 <= c) by not_negative_by_form; lra
    | |- adjoint _ _ => apply of_identity | |- bounded_operator _ => apply of_identity
    | |- positive _ => apply of_identity | |- coercive _ => apply of_identity
    | |- forall x, 0 <= inner x (?W x) => match goal with P : positive W |- _ => exact (positive_nonneg W P) end
    end
  | match goal with
    | L : ?a <= ?x |- 0 < ?x => apply Rlt_le_trans with a; [ solve [ positive_by_form ] | exact L ]
    | L : ?a <= ?x |- 0 <= ?x => apply Rle_trans with a; [ solve [ not_negative_by_form ] | exact L ]
    | |- _ (_ - 0) => rewrite Rminus_0_r; known_now
    end ].
Ltac apart := repeat match goal with
  | H : exists _, _ |- _ => destruct H
  | H : _ /\ _ |- _ => destruct H
  | H : forall z : ?Z, @?A z /\ @?B z |- _ => pose proof (fun z : Z => proj1 (H z)); pose proof (fun z : Z => proj2 (H z)); clear H; cbv beta in *
  end.
Ltac premises H := cbv beta in H; lazymatch type of H with ?A -> _ => lazymatch type of A with
  | Prop => let Q := fresh in assert (Q : A) by known_now; specialize (H Q); clear Q; premises H | _ => idtac end | _ => idtac end.
Ltac take H G := let N := fresh in pose proof G as N; clear H; rename N into H.
(* What two steps say of a rate, they say of one number. *)
Ltac one_rate := repeat match goal with
  | D : is_derive ?f ?t _, E : is_derive ?f ?t ?w |- _ => is_var w; let Q := fresh in assert (Q := same_slope _ _ _ _ E D); subst w; clear E
  | D : forall i : ?I, is_derive (@?f i) ?t _, E : forall i : ?I, is_derive (@?f i) ?t (?w i) |- _ =>
      is_var w; let Q := fresh in assert (Q := functional_extensionality _ _ (fun i => same_slope _ _ _ _ (E i) (D i))); cbv beta in Q; subst w; clear E
  end.
Ltac use_step fact members := let H := fresh "H" in pose proof fact as H; premises H; members H; premises H; apart;
  one_rate; repeat match goal with D : is_derive _ _ ?v, E : ?v = _ |- _ => is_var v; subst v end.
(* Functions are compared as they are written: Coq would unfold what a derivative is. *)
Ltac its_rate := match goal with
  | D : ?is ?f ?t _ |- ?is ?g ?t _ => constr_eq f g; exact D
  | D : is_derive (fun s => @?a s - @?b s) ?t ?v |- is_derive (fun s => @?c s - @?d s) ?t _ =>
      constr_eq a d; constr_eq b c; exact (derive_turned a b t v D)
  | L : forall t : R, 0 <= t -> ?is (fun s => ?u s) t _, T : 0 <= ?t |- ?is (fun s => ?w s) ?t _ => constr_eq u w; apply (L t T)
  | L : forall (t : R) (i : _), 0 <= t -> ?is (fun s => ?u s i) t _, T : 0 <= ?t |- ?is (fun s => ?w s ?j) ?t _ => constr_eq u w; apply (L t j T)
  end.
Ltac derive_now := cbv beta; first [ its_rate
  | lazymatch goal with
    | |- is_derive (fun _ => ?c) _ _ => apply derive_const
    | |- is_derive (fun s => inner (@?f s) (@?g s)) _ _ => apply (derive_inner f g); vderive_now
    | |- is_derive (fun s => total ?T (@?f s)) _ _ => apply (derive_total T f); intro; derive_now
    | |- is_derive (fun s => @?f s + @?g s) _ _ => apply (derive_plus f g); derive_now
    | |- is_derive (fun s => @?f s - @?g s) _ _ => apply (derive_minus f g); derive_now
    | |- is_derive (fun s => - @?f s) _ _ => apply (derive_opp f); derive_now
    | |- is_derive (fun s => @?f s * @?g s) _ _ => apply (derive_mult f g); derive_now
    | |- is_derive (fun s => @?f s / @?g s) _ _ => apply (derive_div f g); [ known_now | derive_now | derive_now ]
    | |- is_derive (fun s => / @?f s) _ _ => apply (derive_inv f); [ known_now | derive_now ]
    | |- is_derive (fun s => (@?f s) ^ ?n) _ _ => apply (is_derive_pow f n); derive_now
    | |- is_derive (fun s => exp (@?f s)) _ _ => apply (derive_exp f); derive_now
    | |- is_derive (fun s => sin (@?f s)) _ _ => apply (derive_sin f); derive_now
    | |- is_derive (fun s => cos (@?f s)) _ _ => apply (derive_cos f); derive_now
    | |- is_derive (fun s => ln (@?f s)) _ _ => apply (derive_ln f); [ known_now | derive_now ]
    | |- is_derive (fun s => s) _ _ => apply derive_id
    end ]
with vderive_now := cbv beta; unfold vsub; first [ its_rate
  | lazymatch goal with
    | |- is_vderive (fun _ => ?c) _ _ => apply vderive_const
    | |- is_vderive (fun s => vadd (@?f s) (@?g s)) _ _ => apply (vderive_add f g); vderive_now
    | |- is_vderive (fun s => vscale (@?f s) (@?g s)) _ _ => apply (vderive_scale f g); [ derive_now | vderive_now ]
    | |- is_vderive (fun s => vtotal ?T (@?f s)) _ _ => apply (vderive_vtotal T f); intro; vderive_now
    | A : adjoint ?W _, B : bounded_operator ?W |- is_vderive (fun s => ?W (@?f s)) _ _ => eapply (vderive_operator W _ f _ _ A B); vderive_now
    end ].
(* What moves along the tangent part of something, times a number, stays on the sphere. *)
Ltac factor_of_length v y := lazymatch v with
  | vscale ?a ?w => let p := factor_of_length w y in constr:(a * p)
  | vsub _ (vscale ?c y) => constr:(2 * c) end.
Ltac on_sphere y v U L := apply (sphere_kept (fun s => y s) v ltac:(let t := fresh "t" in intro t;
    let w := eval cbv beta in (v t) in let x := eval cbv beta in (y t) in let p := factor_of_length w x in exact p)); cbv beta;
  [ exact U | exact L
  | intros; unfold vsub; rewrite ?inner_scale_r, inner_add_r, !inner_scale_r; first [ ring | rewrite (inner_sym _ (y _)); ring ]
  | intros; eexists; derive_now ].
Ltac know_spheres := repeat match goal with
  | U : inner (?y 0) (?y 0) = 1, L : forall t : R, 0 <= t -> is_vderive (fun s => ?y s) t (@?v t) |- _ =>
    lazymatch goal with _ : forall t, 0 <= t -> inner (y t) (y t) = 1 |- _ => fail | _ => idtac end;
    let K := fresh "K" in assert (K : forall t, 0 <= t -> inner (y t) (y t) = 1) by on_sphere y v U L
  end.
Ltac begin := intros; apart;
  repeat match goal with L : forall n : nat, ?x (S n) = ?x n |- _ => learn ((nat_rect (fun n => x n = x O) eq_refl (fun n E => eq_trans (L n) E)) : forall n, x n = x O) end;
  repeat match goal with E : enumerates ?T |- _ =>
  lazymatch goal with _ : 0 <= size T - 1 |- _ => fail | _ => pose proof (size_at_least_one T E) end end;
  know_spheres.
Ltac zero_now := cbv beta; unfold Rdiv; first [ ring | rewrite Rplus_0_r, ln_1; ring ].
Ltac compared := cbv beta; first [ match goal with H : ?x <= ?b |- ?x <= ?c => apply (Rle_trans x b c H), Req_le; ring end
  | rewrite ?inner_scale_l, ?inner_scale_r; compared_by_form ]
with compared_by_form := first [ lra | lazymatch goal with |- 0 <= _ => first [ not_negative_by_form | ring_simplify; not_negative_by_form ] end
  | simpl INR; simpl pow; simpl pred; unfold Rdiv in *; first [ lra | solve [ numbers ] | nra | of_squares; lra ] ]
with of_squares := repeat match goal with
  | |- context [inner ?x ?x] => learn (inner_nonneg _ x)
  | _ : context [inner ?x ?x] |- _ => learn (inner_nonneg _ x)
  end.
(* A rate is positive where a bound is met, by what a step says of it. *)
Ltac met Z := let E := fresh "E" in match type of Z with ?x - ?c = 0 => assert (E : x = c) by lra | ?x = ?c => assert (E : x = c) by lra end;
  rewrite E; clear E.
Ltac above_zero Z := first [ compared | known_now | match goal with
  | L : ?a <= _ |- 0 < _ => apply Rlt_le_trans with a; [ first [ known_now | met Z; known_now ] | lra ]
  | L : _ <= ?a |- 0 < _ => apply Rlt_le_trans with (- a); [ first [ known_now | met Z; known_now ] | lra ]
  end ].
(* What is concluded, its values beside it, is one bound at a time. *)
Ltac at_a_time := intros; apart; repeat match goal with |- _ /\ _ => split end;
  try lazymatch goal with |- _ <> 0 => known_now | |- 0 < _ => known_now end.

Ltac inward steps := let s := fresh "s" in let S := fresh "S" in let Z := fresh "Z" in intros s S Z; intros; cbv beta in *;
  steps s S; eexists; split; [ derive_now | above_zero Z ].
Ltac not_outward steps := let s := fresh "s" in let S := fresh "S" in let Z := fresh "Z" in intros s S Z; cbv beta in *;
  steps s S; eexists; split; [ derive_now | compared ].
Ltac by_one_stays u steps := let G := fresh "G" in
  assert (G : forall t, 0 <= t -> 0 <= u t) by first
    [ apply one_stays; [ cbv beta; known_now | intros; eexists; derive_now | inward steps ]
    | apply one_stays_open; [ cbv beta; first [ known_now | lra ] | intros; eexists; derive_now | not_outward steps ] ];
  cbv beta in G; let t := fresh "t" in let T := fresh "T" in intros t T; specialize (G t T); at_a_time; lra.
Ltac by_two_stay u v steps := let G := fresh "G" in
  assert (G := two_stay u v ltac:(cbv beta; known_now) ltac:(cbv beta; known_now) ltac:(intros; eexists; derive_now)
    ltac:(intros; eexists; derive_now) ltac:(inward steps) ltac:(inward steps));
  cbv beta in G; let t := fresh "t" in let T := fresh "T" in intros t T; specialize (G t T); at_a_time; lra.
Ltac by_not_crossed u g steps :=
  let moves := (let s := fresh "s" in let S := fresh "S" in intros s S; intros; steps s S; eapply derive_eq;
    [ derive_now | unfold Rdiv; first [ ring | field; known_now ] ]) in
  let smooth := (intros; of_these; eexists; derive_now) in let G := fresh "G" in
  assert (G : forall t, 0 <= t -> 0 <= u t /\ (0 < u 0 -> 0 < u t)); [ first
  [ solve [ apply (not_crossed u g); cbv beta; [ known_now | moves | smooth ] ]
  | let N := fresh in assert (N : forall t, 0 <= t -> 0 < u t) by (apply (not_reached u g); cbv beta; [ known_now | smooth | moves | smooth ]);
    intros t T; split; [ left |]; intros; apply N, T ]
  | cbv beta in G; at_a_time; intros; match goal with T : 0 <= ?t |- _ => let P := fresh "P" in destruct (G t T) as [? P];
      first [ lra | specialize (P ltac:(first [ known_now | lra ])); lra ] end ].
(* What steps say at the time that the goal is about is known there, too. *)
Ltac steps_now := repeat match goal with
  | L : step_says (forall t : R, 0 <= t -> _), T : 0 <= ?t |- context [?t] => is_var t; let H := fresh in pose proof (L t T) as H; clear L; premises H; apart
  | L : step_says (forall n : nat, _), n : nat |- _ => let H := fresh in pose proof (L n) as H; clear L; premises H; apart
  | L : forall t : R, 0 <= t -> _ <= _, T : 0 <= ?t |- context [?t] => is_var t; learn (L t T); clear L
  | L : forall n : nat, _ <= _, n : nat |- _ => learn (L n); clear L
  end; cbv beta in *; repeat match goal with
  | P : positive ?W |- context [inner ?x (?W ?x)] => learn (positive_nonneg W P x)
  | P : positive ?W, _ : context [inner ?x (?W ?x)] |- _ => learn (positive_nonneg W P x)
  end; of_squares.
Ltac its_values := repeat match goal with |- _ /\ _ => split; [ solve [ intros; known_now ] | ] end.
Ltac by_rises steps := its_values; apply quantity_nondecreasing; let s := fresh "s" in let S := fresh "S" in intros s S; steps s S;
  eexists; split; [ derive_now | compared ].
Ltac by_monotone_limit u b steps := let l := fresh in let L := fresh in
  destruct (monotone_limit u (b 0)) as [l [_ [_ L]]]; [ change (nondecreasing u); by_rises steps
    | let s := fresh "s" in let S := fresh "S" in intros s S; try steps s S; cbv beta in *; first [ known_now | compared | steps_now; of_goal; lra ] | exists l; exact L ].
Ltac by_falling_limit u b steps := apply (falling_limit _ u); [ by_monotone_limit u b steps | intro; cbv beta; ring ].
(* What an energy loses: both at all times, the energy's least value, and how fast what it loses rises. *)
Ltac by_vanishes w V b L steps := let at_all := (let s := fresh "s" in let S := fresh "S" in intros s S; steps s S; cbv beta) in
  apply (vanishes w V (b 0) (L 0)); at_all; first [ known_now | compared
  | eexists; split; [ derive_now | first [ compared
    | repeat match goal with S : 0 <= ?s, C : forall t : R, 0 <= t -> _ = _ |- _ => is_var s; rewrite <- (C s S) end; lra
    | lazymatch goal with B : ?x <= ?c * ?v |- ?x <= ?c * _ =>
      apply Rle_trans with (c * v); [ exact B | apply Rmult_le_compat_l; [ not_negative_by_form | known_now ] ] end ] ] ].
Ltac by_comparison u K steps := at_a_time; match goal with T : 0 <= ?t |- _ <= ?M * exp _ =>
  refine (comparison u K M _ _ _ _ _ _ t T); cbv beta; [ known_now | known_now | zero_now
  | intros; eexists; derive_now | intros; eexists; derive_now
  | let s := fresh "s" in let S := fresh "S" in let P := fresh "P" in intros s S P; steps s S;
    do 2 eexists; split; [ derive_now | split; [ derive_now | compared ] ] ] end.
(* The exponent is linear: it is its value at 1, times the time. *)
Ltac near_now := first [ known_now | compared | of_squares; lra ].
Ltac by_linear_part u K c m steps := intros; match goal with T : 0 <= ?t |- _ <= ?M * exp ?e => lazymatch e with context [t] =>
  refine (Rle_trans _ _ _ (near_zero u (c 0) (m 0) (- K 1) M _ _ _ _ _ _ t T) _); cbv beta;
  [ known_now | near_now | lra | let s := fresh "s" in let S := fresh "S" in intros s S; steps s S; near_now | assumption
  | let s := fresh "s" in let S := fresh "S" in intros s S; steps s S; eexists; split; [ derive_now | compared ]
  | right; do 2 f_equal; unfold Rdiv; ring ] end end.
Ltac by_comparison_anywhere u K steps := at_a_time; match goal with T : 0 <= ?t |- _ <= ?M * exp _ =>
  refine (comparison_anywhere u K M _ _ _ t T); cbv beta; [ known_now | zero_now
  | let s := fresh "s" in let S := fresh "S" in intros s S; steps s S;
    do 2 eexists; split; [ derive_now | split; [ derive_now | compared ] ] ] end.
Ltac by_conserved u steps := at_a_time; lazymatch goal with |- _ = ?M => refine (conserved u M _ _ _ _); cbv beta;
  [ assumption | let s := fresh "s" in let S := fresh "S" in intros s S; steps s S; eapply derive_eq; [ derive_now | first [ lra | ring ] ]
  | assumption ] end.
(* An extreme member: what its sign is, as far as that of the bound is known, and that it is one. *)
Ltac signed := repeat match goal with Q : ?A -> _ |- _ =>
  lazymatch type of A with Prop => let P := fresh in assert (P : A) by solve [ assumption | lra ]; specialize (Q P); clear P end end.
Ltac kept := lazymatch goal with |- _ <= _ * exp _ => idtac | |- _ <= ?M => apply Rle_trans with (M * exp 0); [| rewrite exp_0; lra ] end.
Ltac of_all u tactic := lazymatch type of u with _ -> ?I -> _ => lazymatch goal with E : @enumerates I ?L |- _ => tactic L (proj2 (proj2 E)) end end.
Ltac exists_now := intros; eexists; derive_now.
Ltac asked steps at_it := at_it; cbv beta in *; try rewrite exp_0 in *; signed; steps; do 2 eexists; split; [ derive_now | split; [ derive_now | compared ] ].
Ltac by_greatest u K steps := at_a_time; kept; lazymatch goal with T : 0 <= ?t |- _ <= ?M * exp _ =>
  of_all u ltac:(fun L All => refine (greatest_decays L u K M All _ _ _ _ _ t T _)); cbv beta; [ known_now | zero_now | exists_now | exists_now
  | let s := fresh "s" in let i := fresh "i" in let S := fresh "S" in intros s i S ? ? ? ?; asked ltac:(steps s S i) ltac:(idtac) ] end.
Ltac by_least u K steps := at_a_time; apply Ropp_le_cancel;
  lazymatch goal with |- _ <= - (_ * exp _) => rewrite Ropp_mult_distr_l | |- _ => kept end;
  lazymatch goal with T : 0 <= ?t |- _ <= ?M * exp _ =>
  of_all u ltac:(fun L All => refine (greatest_decays L (fun s i => - u s i) K M All _ _ _ _ _ t T _)); cbv beta;
  [ intro; apply Ropp_le_contravar; known_now | zero_now | exists_now | exists_now
  | let s := fresh "s" in let i := fresh "i" in let S := fresh "S" in let Q := fresh "Q" in let Least := fresh "Least" in
    intros s i S ? ? Q ?; assert (Least : forall j, u s i <= u s j) by (let j := fresh in intro j; apply Ropp_le_cancel; auto);
    asked ltac:(steps s S i) ltac:(try (let A := fresh "A" in assert (A : forall j, 0 < u s j) by
      (let j := fresh in intro j; cbv beta in *; specialize (Least j); assert (- u s i < 0) by (apply Q; lra); cbv beta in *; lra))) ] end.
Ltac by_spread u v K steps := at_a_time; kept; lazymatch goal with T : 0 <= ?t |- _ <= ?M * exp _ =>
  of_all u ltac:(fun L All => refine (spread_decays_by L u K M All _ _ _ _ _ _ t T _ _)); cbv beta; [ known_now | known_now | zero_now | exists_now | exists_now
  | let s := fresh "s" in let i := fresh "i" in let j := fresh "j" in let S := fresh "S" in
    intros s i j S ? ? ?; asked ltac:(steps s S i j) ltac:(idtac) ] end.
Ltac along_edges u k m steps := of_all u ltac:(fun L _ => match goal with
  | B : forall i j, ?before i j = 1 <-> ?order i j = 1 /\ i <> j |- _ =>
    let t := fresh "t" in let i := fresh "i" in let T := fresh "T" in apply (cascade L before order u (k 0) (m 0)); cbv beta; [ assumption .. | known_now | known_now
    | intros t i T; steps t T i; near_now
    | intros t i T; steps t T i; eexists; split; [ derive_now | compared ] ] end).
Ltac by_directions x y K steps := directions 0 x K
with by_directions_in_layers x y K steps := directions 0%nat x K
with directions start x K := at_a_time; cbv beta; kept; fold_norms; match goal with
  | T : 0 <= ?t, i : ?I, j : ?I |- _ => solve [ in_all_directions start x K t i j ]
  | t : nat, i : ?I, j : ?I |- _ => solve [ in_all_directions start x K t i j ]
  end
with in_all_directions start x K t i j := lazymatch goal with |- _ <= ?M * exp _ =>
  refine (lengths_by_directions _ (x start) (x t) (exp (K t)) M _ _ _ _ i j); cbv beta;
  [ known_now | left; apply exp_pos
  | let c := fresh in let m := fresh in let P := fresh in let Near := fresh in intros c m P Near ? ?;
    match goal with H : _ |- _ => let G := fresh in pose proof (H c m P) as G; cbv beta in G; lazymatch type of G with ?A -> _ =>
      let Q := fresh in assert (Q : A) by (at_a_time; first [ solve [ auto ] | known_now ]); specialize (G Q) end;
      eapply Rle_trans; [ eapply G; assumption | rewrite ?exp_0; lra ]
    | H : _ |- _ => solve [ eapply H; first [ assumption | at_a_time; first [ solve [ auto ] | known_now ] ] ] end
  | first [ known_now | solve [ intros; of_goal; assumption ] ] ] end
with fold_norms := repeat match goal with
  | |- context [sqrt (inner ?x ?x)] => change (sqrt (inner x x)) with (vnorm x)
  | H : context [sqrt (inner ?x ?x)] |- _ => change (sqrt (inner x x)) with (vnorm x) in H
  end.
Ltac by_algebraic_decay u k steps := at_a_time; match goal with T : 0 <= ?t |- _ * (1 + _ * ?M * _) <= ?M =>
  refine (algebraic_decay u (k t) M _ _ _ _ _ t T); cbv beta; [ known_now | known_now | known_now
  | intros; eexists; derive_now
  | let s := fresh "s" in let S := fresh "S" in let P := fresh "P" in intros s S P; steps s S;
    eexists; split; [ derive_now | compared ] ] end.
Ltac by_grows_at_most u m steps := at_a_time; try match goal with |- _ <= ?M - ?t => replace (M - t) with (M + -1 * t) by ring end; match goal with T : 0 <= ?t |- _ <= ?M + _ =>
  refine (grows_at_most u (m t) M _ _ t T); cbv beta; [ known_now
  | let s := fresh "s" in let S := fresh "S" in intros s S; steps s S; eexists; split; [ derive_now | compared ] ] end.
(* The exponent grows by what the step says of one layer. *)
Ltac exponent := match goal with |- context [exp (?b - ?a)] => match goal with
  | |- context [exp ?c] => tryif constr_eq c (b - a) then fail else replace (b - a) with c by (rewrite S_INR; ring)
  | H : context [exp ?c] |- _ => replace (b - a) with c by (rewrite S_INR; ring)
  | _ => match b with context [ln ?q] => let power k := (replace (b - a) with (k * ln q) by (rewrite S_INR; unfold Rdiv; ring)) in
      first [ power 1; rewrite Rmult_1_l | power (-1); replace (-1 * ln q) with (- ln q) by ring; rewrite exp_Ropp
            | power 2; rewrite (exp_twice (2 * ln q) (ln q) eq_refl) ]; rewrite exp_ln by known_now end
  end end.
Ltac layer n := repeat match goal with
  | L : forall m : nat, ?x (S m) = _ |- context [?x (S n)] => rewrite (L n)
  | L : forall (m : nat) (i : _), ?x (S m) i = _ |- context [?x (S n)] =>
      rewrite (FunctionalExtensionality.functional_extensionality (x (S n)) _ (L n)); cbv beta
  end.
(* What a step says of a layer where a number is positive; elsewhere it is not positive after the layer. *)
Ltac one_layer u steps := let n := fresh "n" in intro n; destruct (Rlt_le_dec 0 (u n)); cbv beta in *;
  [ left | first [ right; solve [ layer n; compared ] | left ] ]; steps n I; layer n.
(* A factor 1 - r will do where K falls by r, as it is at most e^-r. *)
Ltac tangent := match goal with |- _ <= exp (?b - ?a) * ?u => apply Rle_trans with ((1 + (b - a)) * u);
  [ rewrite S_INR; compared | apply Rmult_le_compat_r; [ first [ lra | known_now | compared ] | apply exp_ineq1_le ] ] end.
Ltac by_layers u K steps := at_a_time; match goal with |- _ <= ?M * exp _ =>
  refine (layers_decay u K M _ _ _ _ _); cbv beta; [ known_now | simpl INR; zero_now | known_now
  | one_layer u steps; first [ exponent; compared | tangent ] ] end.
Ltac by_layers_linear_part u K c m steps := intros; match goal with |- _ <= ?M * exp ?e => lazymatch e with context [INR ?n] =>
  refine (Rle_trans _ _ _ (layers_near_zero u (c 0%nat) (m 0%nat) (- K 1%nat) M _ _ _ _ _ _ n) _); cbv beta; try simpl (INR 1);
  [ known_now | near_now | lra | let n := fresh "n" in intro n; steps n I; near_now | assumption
  | let n := fresh "n" in intro n; steps n I; layer n; compared | right; do 2 f_equal; unfold Rdiv; ring ] end end.
Ltac by_layers_anywhere u K steps := at_a_time; match goal with |- _ <= ?M * exp _ =>
  refine (layers_decay_anywhere u K M _ _ _ _); cbv beta; [ known_now | simpl INR; zero_now
  | let n := fresh "n" in intro n; steps n I; layer n; exponent; compared ] end.
Ltac by_layers_conserve u steps := at_a_time; lazymatch goal with |- _ = ?M => refine (layers_conserve u M _ _ _); cbv beta;
  [ assumption | let n := fresh "n" in intro n; steps n I; layer n; first [ lra | ring | nra ] ] end.
Ltac by_layers_fall u c steps := at_a_time; match goal with |- _ * (1 + _ * ?M * _) <= ?M =>
  refine (layers_fall_algebraically u (c 0%nat) M _ _ _ _ _); cbv beta; [ known_now | known_now | known_now
  | one_layer u steps; compared ] end.
Ltac by_layers_power u steps := at_a_time; match goal with |- _ <= exp (?M * exp (ln (IZR ?q) * INR ?n)) =>
  let p := eval compute in (Z.to_nat q) in refine (layers_power u p (IZR q) M _ _ _ _ _ n); cbv beta;
  [ simpl INR; ring | lra | known_now | let n := fresh "n" in intro n; first [ known_now | compared | steps n I; compared ]
  | let n := fresh "n" in intro n; steps n I; layer n; compared ] end.
Ltac by_layers_grow u m steps := at_a_time; try match goal with |- _ <= ?M - ?t => replace (M - t) with (M + -1 * t) by ring end; match goal with |- _ <= ?M + _ =>
  refine (layers_grow_at_most u (m 0%nat) M _ _ _); cbv beta; [ known_now
  | let n := fresh "n" in intro n; steps n I; layer n; compared ] end.
Ltac by_layers_vanish w V b steps := apply (layers_vanish w V (b 0%nat)); let n := fresh "n" in intro n; steps n I; layer n; cbv beta;
  first [ known_now | compared ].
Ltac by_layers_rise steps := let n := fresh "n" in intro n; steps n I; layer n; compared.
Ltac by_layers_limit u b steps := apply (layers_rising_limit u (b 0%nat)); [ by_layers_rise steps | intro; cbv beta; first [ known_now | compared | steps_now; of_goal; lra ] ].
Ltac by_layers_falling u b steps := apply (layers_falling_limit _ u); [ by_layers_limit u b steps | intro; cbv beta; ring ].
(* A bound that a layer keeps: it is known before the layer where the step is used. *)
Ltac by_one_kept u steps := by_two_kept u u steps
with by_two_kept u v steps := let n := fresh "n" in intro n; first
  [ solve [ kept_in_layers n steps ] | lazymatch goal with E : @enumerates ?I _, i : ?I |- _ => revert i; kept_in_layers n steps end ]
with kept_in_layers n steps := induction n; intros;
  [ at_a_time; known_now | apart; steps n I; layer n; repeat split; first [ compared | known_now ] ].
Ltac over_all K step := let n := fresh "n" in intros ? n; induction n;
  [ intros; simpl INR; try match goal with |- context [exp ?e] => replace e with 0 by ring; rewrite exp_0, Rmult_1_r end; known_now
  | step n; layer n; try match goal with |- context [?M * exp ?b] => rewrite <- (layer_bound (K n) b M); cbv beta; exponent end; compared ].
Ltac by_members u K steps := over_all K ltac:(fun n => let i := fresh "i" in intro i; steps n I i).
Ltac by_pairs u v K steps := over_all K ltac:(fun n => let i := fresh "i" in let j := fresh "j" in intros i j; steps n I i j).

(* Of all z, A z /\ B z: that is (forall z, A z) /\ (forall z, B z), under any premises. *)
Ltac halves H := lazymatch type of H with
  | _ /\ _ => H
  | forall z : ?Z, _ => let z := fresh in let h := constr:(fun z : Z => ltac:(let g := halves constr:(H z) in exact g)) in
    lazymatch type of h with forall z, @?A z /\ @?B z => constr:(conj (fun z => proj1 (h z) : A z) (fun z => proj2 (h z) : B z)) end
  end.
(* What is known is taken apart; what exists is kept in one piece, too. What follows from a premise that is met takes its place. *)
Ltac opened H := let C := fresh in pose proof (H : step_says _) as C; destruct H.
Ltac met_there := cbv beta; first [ assumption | lazymatch goal with
  | |- _ /\ _ => split; met_there
  | |- exists _, _ => first [ match goal with H : step_says _ |- _ => exact H end | solve [ eauto ] ]
  | |- forall _, _ => intro; met_there
  | |- _ <> _ => congruence
  | |- _ < _ => lra | |- _ <= _ => lra | |- @eq R _ _ => lra
  end ].
Ltac known_parts := match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : exists _, _ |- _ => opened H
  | H : _ \/ _ |- _ => destruct H
  | H : _ |- _ => let h := halves H in pose proof h as []; clear H; cbv beta in *
  | H : ?A -> _ |- _ => lazymatch type of A with Prop => let Q := fresh in assert (Q : A) by met_there; specialize (H Q); clear Q end
  end.
(* What is taken apart later is not learnt anew. *)
Ltac learn_once p := let P := type of p in lazymatch goal with _ : step_says P |- _ => fail | _ : P |- _ => fail | _ =>
  let Q := fresh in assert (Q : step_says P) by exact p; pose proof p end.
(* By logic: each part is what is known or what a step says, whose conditions are shown likewise. *)
Ltac in_parts := cbv beta in *; repeat match goal with
  | |- _ /\ _ => split
  | |- _ <-> _ => split
  | |- forall _, _ => intro
  | H : vsub ?x ?y = vzero |- _ => apply (fun E => equal_by_gap x y vzero E eq_refl) in H
  | L : ?A <-> ?B, H : ?A |- _ => learn_once (proj1 L H)
  | L : ?B <-> ?A, H : ?A |- _ => learn_once (proj2 L H)
  | H : forall i : ?I, _, i : ?I |- _ => lazymatch goal with E : @enumerates I _ |- _ =>
      lazymatch type of (H i) with exists _, _ => learn_once (H i) | _ /\ _ => learn_once (H i) end end
  | H : ?x < ?y -> _ |- _ => let E := fresh in destruct (Rlt_dec x y) as [E|E]; [ specialize (H E) | clear H ]
  | H : ~ ?x < ?y -> _, E : ~ ?x < ?y |- _ => specialize (H E)
  | L : ?e = ?p * ?q, H : ?e = 0 |- _ => rewrite L in H; apply Rmult_integral in H; destruct H
  | H : sqrt (?x ^ 2) < ?c |- _ => rewrite <- Rsqr_pow2, sqrt_Rsqr_abs in H; apply Rabs_def2 in H
  | _ => known_parts
  end.
(* By equations that are known, used in either order; what is then left is the same or zero. *)
Ltac rewriting depth := first
  [ reflexivity | unfold vsub; rewrite ?vadd_opposite; first [ reflexivity | eapply adjoint_zero; eassumption ] | ring | lra
  | lazymatch goal with |- _ = _ => fail | _ => solve [ known_now ] end
  | lazymatch depth with S ?less => match goal with
    | H : _ = _ |- _ => first [ rewrite H | rewrite <- H ]; solve [ rewriting less ]
    | H : forall x : _, _ |- _ => rewrite H; solve [ rewriting less ]
    end end ].
(* A quotient by what is positive, in linear arithmetic with the products by it. *)
Ltac without_quotient := match goal with |- context [?c / ?d] =>
  let P := fresh in assert (P : 0 < d) by first [ known_now | positive_by_form ];
  let q := fresh in let E := fresh in set (q := c / d) in *; assert (E : d * q = c) by (unfold q; field; lra); clearbody q;
  lazymatch goal with |- _ <= _ => apply (Rmult_le_reg_l d); [ exact P |] | |- _ < _ => apply (Rmult_lt_reg_l d); [ exact P |] end end.
Ltac thus steps depth := in_parts; first [ assumption | symmetry; assumption | solve [ known_now ]
  | lazymatch depth with S ?less => first
    [ steps ltac:(fun step => first [ eapply step | symmetry; eapply step ]; solve [ thus steps less ])
    | lazymatch goal with
      | L : _ <-> ?G |- ?G => apply (proj1 L); thus steps less
      | L : ?G <-> _ |- ?G => apply (proj2 L); thus steps less
      | |- _ \/ _ => first [ left; solve [ thus steps less ] | right; solve [ thus steps less ] ]
      | |- sqrt (_ ^ 2) < _ => rewrite <- Rsqr_pow2, sqrt_Rsqr_abs; apply Rabs_def1; thus steps less
      | |- _ <> 0 => apply Rgt_not_eq, Rlt_gt; thus steps less
      | |- sqrt _ <= _ => first
          [ apply root_of_square; [ solve [ known_now ] | steps ltac:(fun step => eapply step; solve [ thus steps less ]) ]
          | eapply Rle_trans; [ apply sqrt_le_1_alt; steps ltac:(fun step => eapply step; solve [ thus steps less ]) | solve [ known_now ] ] ]
      | |- @eq (vector _) _ _ => 
          let by_gap lemma := eapply lemma; [ steps ltac:(fun step => eapply step; solve [ thus steps less ]) | solve [ rewriting 2%nat ] | .. ] in
          first [ by_gap @equal_by_gap | by_gap @equal_by_square | by_gap @equal_by_metric; assumption ]
      end
    | match goal with a : ?I |- exists _ : ?I, _ => exists a; solve [ thus steps less ] end
    | match goal with H : forall _, _ |- _ => simple eapply H; solve [ eassumption | known_now ] end
    | match goal with E : @enumerates ?I _ |- exists _, _ => lazymatch goal with _ : I |- _ => fail | _ =>
        let i := fresh "i" in destruct (some_of _ E) as [i _]; solve [ thus steps less ] end end
    | solve [ without_quotient; of_goal; lra ]
    | solve [ rewriting 3%nat ]
    | match goal with H : @eq (vector _) _ _ |- _ => rewrite H; solve [ thus steps less ] end ] end ].
Ltac by_steps steps := thus steps 4%nat.
(* From a theorem L: what it assumes is known, or what steps say; so is what follows from it. *)
Ltac met_by shown L := cbv beta in L; lazymatch type of L with ?P -> _ => let Q := fresh in assert (Q : P) by shown; specialize (L Q); clear Q end.
Ltac meets L steps := met_by ltac:(first [ eassumption | thus steps 3%nat ]) L.
Ltac by_theorem L steps := cbv beta in L; first [ exact L | thus ltac:(fun use => first [ use L | steps use ]) 4%nat ].

(* What a lemma says, from all that is known. *)
Ltac met_now := first [ eassumption | known_now | solve [ eauto ] ].
Ltac so_says lemma := lemma tt; met_now.
(* A premise about what no conclusion names is what a hypothesis says: any one, if the other premises
   then hold; those that name no such thing hold before. *)
Ltac matched others := lazymatch goal with |- ?G => tryif has_evar G then
  tryif assert_succeeds (match goal with H : _ |- _ => eexact H end) then multimatch goal with H : _ |- _ => eexact H end else others else idtac end.
Ltac in_any_order lemma := lemma tt; repeat match goal with |- _ /\ _ => split end;
  lazymatch goal with |- ?G => tryif has_evar G then idtac else met_now end; matched ltac:(idtac); matched ltac:(solve [ eauto ]); met_now.
Ltac lemma_says lemma := cbv beta; first [ solve [ so_says lemma ] | intros; first [ solve [ so_says lemma ]
  | at_a_time; solve [ so_says lemma ] | solve [ in_any_order lemma ] ] ].
(* A proof that does not use each step that it takes is none. *)
Ltac by_lemma lemma steps := lazymatch goal with |- ?G => let p := constr:(ltac:(lemma_says lemma) : G) in
  steps ltac:(fun step => lazymatch p with context [step] => idtac end); exact p end.

(* What is concluded from any bound at the start is so from those that are given. *)
Ltac from_starts so := cbv beta in so; try match type of so with nondecreasing ?u =>
    let Q := fresh in assert (Q : forall t : R, 0 <= t -> u 0 <= u t) by (intros; apply so; lra); cbv beta in Q end; repeat match goal with H : ?u <= ?M |- _ => first [ learn (so M ltac:(known_now) H) | lazymatch u with 0 => fail | _ => learn (so M H) end ] end;
  try match type of so with forall M : R, ?u = M -> _ => learn (so u eq_refl) | forall M : R, ?u <= M -> _ => learn (so u (Rle_refl u)) end; repeat match goal with H : _ = ?M |- _ => learn (so M H) end;
  try match type of so with forall M : R, 0 <= M -> _ <= M -> _ => learn (so 0 (Rle_refl 0) ltac:(lra)) end;
  repeat match goal with H : forall i : ?I, _ |- _ => lazymatch I with R => fail | inner_product_space => fail | _ => first [ let s := constr:(fun P => so _ P H) in learn (s ltac:(known_now)) | learn (so _ H) ] end end;
  try match type of so with _ /\ (?P -> _) => lazymatch type of P with Prop => idtac end; let Q := fresh in assert (Q : P) by known_now; learn (proj1 so); learn (proj2 so Q) end.

(* Where no inference says it in one piece, what they say is taken apart as well. *)
Ltac taken_apart := repeat match goal with
  | |- _ /\ _ => split
  | |- forall _, _ => intro
  | _ => known_parts
  | |- _ <-> _ => split
  | H : _ <-> _ |- _ => destruct H
  end.

(* What the claim gives of all tokens at the start is rewritten, in sums too. *)
Ltac evaluated_at_start := repeat match goal with
  | E : forall i : ?I, ?w 0 i = @?c i |- _ => let F := fresh in assert (F : w 0 = c) by (apply functional_extensionality; exact E); clear E; rewrite F in *; clear F
  | E : forall i : ?I, ?w O i = @?c i |- _ => let F := fresh in assert (F : w O = c) by (apply functional_extensionality; exact E); clear E; rewrite F in *; clear F
  | E : ?x 0 = _ |- _ => rewrite E in *; clear E
  | E : ?x O = _ |- _ => rewrite E in *; clear E
  end; cbv beta in *; rewrite ?total_constant, ?Rmult_1_l, ?Rmult_0_r, ?ln_1 in *; repeat match goal with
  | H : forall M : R, ?P /\ ?u <= M -> _ |- _ => let Q := fresh in assert (Q : P) by known_now; specialize (H u (conj Q (Rle_refl u)))
  | H : forall M : R, ?P /\ ?u = M -> _ |- _ => let Q := fresh in assert (Q : P) by known_now; specialize (H u (conj Q eq_refl))
  | H : forall (i : ?I) (M : R), @?P i /\ @?u i = M -> _ |- _ => let Q := fresh in assert (Q : forall i, P i) by (intro; known_now);
      pose proof (fun i => H i (u i) (conj (Q i) eq_refl)); clear H
  end; cbv beta in *.
(* The claim, from all that was concluded: each of its parts is one of these, or a matter of arithmetic. *)
Ltac so_much := first [ at_once | solve [ taken_apart; at_once ] | solve [ taken_apart; progress evaluated_at_start; first [ at_once | steps_now; of_goal; lra ] ]
  | loud; lazymatch goal with |- ?G => idtac "lacking: the claim does not follow from its inferences: they do not give" G; try not_falling G end; give_up ]
with at_once := cbv beta; first [ assumption | solve [ known_now ] | match goal with
  | H : forall M : R, _ |- _ => eapply H; solve [ eassumption | known_now ]
  | H : forall M : R, _ |- _ => eapply Rle_trans; [ eapply H; solve [ eassumption | known_now ] | solve [ known_now ] ]
  end | solve [ from_a_start ] | lazymatch goal with |- @eq R _ _ => apply Rle_antisym; solve [ from_a_start ] end | solve [ steps_now; first [ lra | nra ] ] | solve [ by_its_square ] | solve [ from_one ] | solve [ by_bounds ] | solve [ as_vanishing ] | solve [ in_directions ] | solve [ eauto 6 ] ]
with positive_sum := repeat apply Rplus_le_le_0_compat; first [ known_now | unfold Rdiv; apply Rmult_le_pos; first [ known_now | left; apply Rinv_0_lt_compat; known_now ] ]
(* Vectors are equal if they are in every direction. *)
with in_directions := match goal with P : ?a = ?m |- @eq (vector _) _ ?m => rewrite <- P | |- @eq (vector _) _ _ => idtac end;
  apply inner_ext; let c := fresh "c" in intro c; rewrite !(inner_sym _ _ c); repeat match goal with H : forall _ : vector _, _ |- _ => learn (H c) end; cbv beta in *; at_once
(* A quotient, and an absolute value, by what bounds them without. *)
with by_bounds := lazymatch goal with
  | |- ?u <= ?a / ?b => let P := fresh in assert (P : b > 0) by (apply Rlt_gt; first [ known_now | positive_by_form ]); apply (proj1 (Rcomplements.Rle_div_r u a b P)); at_once
  | |- sqrt (?z ^ 2) <= ?c => absolutes; try (is_var c; repeat match goal with H : forall M : R, _ |- _ => learn (H c) end; taken_apart);
      rewrite <- Rsqr_pow2, sqrt_Rsqr_abs; apply Rabs_le; split; first [ solve [ steps_now; lra ] | rewrite Ropp_mult_distr_l; solve [ quietly at_once ] | apply Ropp_le_cancel; rewrite Ropp_involutive, ?Ropp_minus_distr; at_once | at_once ]
  end
with absolutes := repeat match goal with
  | H : sqrt (?z ^ 2) <= ?c |- _ => rewrite <- Rsqr_pow2, sqrt_Rsqr_abs in H; apply Rcomplements.Rabs_le_between in H; destruct H
  | H : forall i : ?I, sqrt (@?z i ^ 2) <= ?c |- _ => assert (forall i : I, - c <= z i <= c) by
      (let i := fresh in intro i; apply Rcomplements.Rabs_le_between; rewrite <- sqrt_Rsqr_abs, Rsqr_pow2; apply H); clear H; cbv beta in *; apart
  end
with from_one := lazymatch goal with |- _ <= exp _ => match goal with
  | H : forall M : R, 0 <= M -> _ <= M -> _ |- _ => let B := fresh in assert (B := H 1 ltac:(lra) ltac:(first [ compared | apply Rge_le, Rminus_ge, Rle_ge; ring_simplify; first [ not_negative_by_form | positive_sum ] ])); rewrite <- Rmult_1_l; some_time B end end
(* A bound a <= b at the start gives one of u: b + (u - a), in linear arithmetic. *)
with from_a_start := match goal with
  | H : forall M : R, 0 <= M -> ?u <= M -> _, P : ?a <= ?b |- _ =>
      let B := fresh in assert (B := H (b + (u - a)) ltac:(lra) ltac:(lra)); some_time B
  | H : forall M : R, 0 <= M -> ?u <= M -> _, _ : _ <= ?b |- _ => let B := fresh in assert (B := H b ltac:(known_now) ltac:(known_now)); some_time B
  | H : forall M : R, 0 <= M -> ?u <= M -> _ |- _ <= ?b => let B := fresh in assert (B := H b ltac:(lra) ltac:(nra)); some_time B
  | H : forall M : R, ?u <= M -> _, P : ?a <= ?b |- _ => let B := fresh in assert (B := H (b + (u - a)) ltac:(lra)); some_time B
  | H : forall M : R, 0 <= M -> ?u <= M -> forall t : R, 0 <= t -> _ * (1 + _ * M * t) <= M, T : 0 <= ?t |- _ <= 1 =>
      let P := fresh in assert (P := H (Rabs u + 1) ltac:(pose proof (Rabs_pos u); lra) ltac:(pose proof (Rle_abs u); lra) t T);
      pose proof (Rabs_pos u);
      of_squares; apply slow_anyway in P; first [ lra | known_now ]
  | H : forall M : R, 0 <= M -> ?u <= M -> _, P : ?a = ?b |- _ => let B := fresh in assert (B := H (u + (a - b)) ltac:(known_now) ltac:(lra)); some_time B
  | H : forall M : R, ?u <= M -> _, P : ?a = ?b |- _ => let B := fresh in assert (B := H (u + (a - b)) ltac:(lra)); some_time B
  | H : forall M : R, ?u = M -> _ |- _ => let B := fresh in assert (B := H u eq_refl); some_time B
  end
with some_time B := cbv beta in B; unfold Rdiv in *; match goal with
  | T : 0 <= ?t |- _ => let X := fresh in assert (X := B t T); cbv beta in X; rewrite ?Rmult_0_l, ?exp_0 in X; then_now
  | n : nat |- _ => let X := fresh in assert (X := B n); cbv beta in X; rewrite ?Rmult_0_l, ?exp_0 in X; then_now
  end
with then_now := first [ lra | steps_now; first [ lra | nra | of_goal; progress repeat match goal with
  H : ?k * _ <= ?k * _ |- _ => apply (Rmult_le_reg_l k) in H; [| solve [ known_now ] ] end; lra ] ]
(* A length is bounded by what bounds its square, and the other way round. *)
with by_its_square := apart; repeat match goal with
  | P : sqrt _ <= _ |- _ => pose proof (Rle_trans _ _ _ (sqrt_pos _) P); apply square_of_root in P
  | P : forall i : ?I, sqrt _ <= _ |- _ => let Q := fresh in pose proof (fun i : I => square_of_root _ _ (P i)) as Q; cbv beta in Q; clear P
  end; first
  [ lazymatch goal with |- sqrt _ <= _ => apply root_of_square; [ known_now | steps_now; lra ] end
  | match goal with
    | H : forall M : R, 0 <= M -> ?u <= M -> _, P : ?u <= ?m ^ 2 |- _ => from_square (H (m ^ 2) (pow2_ge_0 m) P)
    | H : forall M : R, (forall i : ?I, _) -> _, P : forall i : ?I, _ <= ?m ^ 2 |- _ => from_square (H (m ^ 2) P)
    | H : forall M : R, 0 <= M -> (forall i : ?I, _) -> _, P : forall i : ?I, _ <= ?m ^ 2 |- _ => from_square (H (m ^ 2) (pow2_ge_0 m) P)
    end ]
with from_square H := let B := fresh in assert (B := H); repeat match type of B with
    | forall t : R, 0 <= t -> _ => match goal with T : 0 <= ?t |- context [?t] => is_var t; specialize (B t T) end
    | forall i : ?I, _ => match goal with i : I |- context [i] => specialize (B i) end
    end; cbv beta in B; lazymatch goal with
    | |- sqrt _ <= _ => apply root_of_square; [ first [ known_now | apply Rmult_le_pos; [ known_now | left; apply exp_pos ] ] | ]
    | |- _ => idtac
    end; eapply Rle_trans; [ exact B | first [ lra | right; match goal with
    | |- _ * exp ?a = (_ * exp ?b) ^ 2 => rewrite (exp_twice a b); [ ring | unfold Rdiv; field ]
    | |- _ * exp ?a = _ * exp ?b => replace a with b by (unfold Rdiv; field); ring
    end ] ]
(* What vanishes: multiples of what is concluded to, and bounds that decay. *)
with vanishing := repeat match goal with
  | H : forall i : ?I, tends _ _, i : ?I |- _ => learn (H i)
  | H : forall (i : ?I) (M : R), 0 <= M -> _, i : ?I |- _ => lazymatch I with R => fail | _ => learn (H i) end
  | H : tends (fun t => ?k * @?u t) 0 |- _ => learn (tends_multiple k u _ ltac:(known_now) (fun t => eq_refl) H)
  | H : tends (fun t => @?u t / ?k) 0 |- _ => learn (tends_multiple (/ k) u _ ltac:(apply Rinv_neq_0_compat; known_now) (fun t => Rmult_comm _ _) H)
  | H : layers_tend (fun n => ?k * @?u n) 0 |- _ => learn (layers_tend_multiple k u _ ltac:(known_now) (fun n => eq_refl) H)
  | H : layers_tend (fun n => @?u n / ?k) 0 |- _ => learn (layers_tend_multiple (/ k) u _ ltac:(apply Rinv_neq_0_compat; known_now) (fun n => Rmult_comm _ _) H)
  | H : forall M : R, 0 <= M -> ?g <= M -> forall t : R, 0 <= t -> _ <= M * exp (@?K t) |- _ =>
      learn (conj (H _ (Rabs_pos g) (Rle_abs g)) (decayed K _ (Rabs_pos g) ltac:(linear) ltac:(falling)))
  | H : forall M : R, 0 <= M -> ?g <= M -> forall n : nat, _ <= M * exp (@?K n) |- _ =>
      learn (conj (H _ (Rabs_pos g) (Rle_abs g)) (layers_decayed K _ (Rabs_pos g) ltac:(linear) ltac:(falling)))
  | H : forall M : R, ?g <= M -> forall t : R, 0 <= t -> _ <= M * exp (@?K t) |- _ =>
      learn (conj (H _ (Rle_abs g)) (decayed K _ (Rabs_pos g) ltac:(linear) ltac:(falling)))
  | H : forall M : R, ?g <= M -> forall n : nat, _ <= M * exp (@?K n) |- _ =>
      learn (conj (H _ (Rle_abs g)) (layers_decayed K _ (Rabs_pos g) ltac:(linear) ltac:(falling)))
  | H : forall M : R, (forall i : ?I, @?g i <= M) -> forall t : R, 0 <= t -> forall a : ?I, _ <= M * exp (@?K t), E : @enumerates ?I ?T |- _ =>
      learn (conj (H _ (all_below T g E)) (decayed K _ (all_absolute T g) ltac:(linear) ltac:(falling)))
  | H : forall M : R, (forall i : ?I, @?g i <= M) -> forall n : nat, forall a : ?I, _ <= M * exp (@?K n), E : @enumerates ?I ?T |- _ =>
      learn (conj (H _ (all_below T g E)) (layers_decayed K _ (all_absolute T g) ltac:(linear) ltac:(falling)))
  | H : forall M : R, 0 <= M -> (forall i j : ?I, @?g i j <= M) -> forall t : R, 0 <= t -> forall a b : ?I, _ <= M * exp (@?K t), E : @enumerates ?I ?T |- _ =>
      let P := constr:(all_absolute T (fun i => total T (fun j => Rabs (g i j)))) in
      learn (conj (H _ P (both_below T g E)) (decayed K _ P ltac:(linear) ltac:(falling)))
  | H : forall M : R, 0 <= M -> (forall i j : ?I, @?g i j <= M) -> forall n : nat, forall a b : ?I, _ <= M * exp (@?K n), E : @enumerates ?I ?T |- _ =>
      let P := constr:(all_absolute T (fun i => total T (fun j => Rabs (g i j)))) in
      learn (conj (H _ P (both_below T g E)) (layers_decayed K _ P ltac:(linear) ltac:(falling)))
  | H : forall M : R, 0 <= M -> ?g <= M -> forall t : R, 0 <= t -> _ * (1 + ?k * M * t) <= M |- _ =>
      learn (slowly _ g k ltac:(known_now) H)
  | H : forall M : R, 0 <= M -> ?g <= M -> forall n : nat, _ * (1 + ?k * M * INR n) <= M |- _ =>
      learn (layers_slowly _ g k ltac:(known_now) H)
  end; cbv beta in *
with linear := intro; cbv beta; simpl (INR 1); unfold Rdiv; ring
with falling := cbv beta; simpl INR; lazymatch goal with |- ?e < 0 => let P := fresh in
  assert (P : 0 < - e) by first [ lra | solve [ without_quotient; lra ] | ring_simplify; positive_by_form | unfold Rdiv; ring_simplify; positive_by_form | log_now | nra | at_first; first [ lra | log_now ] ]; lra end
with log_now := match goal with |- context [ln ?x] => first
  [ assert (0 < ln x) by (rewrite <- ln_1; apply ln_increasing; [ lra | nra ])
  | assert (ln x < 0) by (rewrite <- ln_1; apply ln_increasing; first [ lra | nra ]) ]; nra end
(* The rate of a bound that is not shown to be negative is told, too. *)
with not_falling G := lazymatch G with tends _ _ => idtac | vtends _ _ => idtac | layers_tend _ _ => idtac | layers_vtend _ _ => idtac end; repeat known_parts;
  let asked k := (tryif assert (k < 0) by falling then fail else lazymatch k with ?c * _ =>
    idtac "lacking: no step says that" c "< 0" end) in match goal with
  | H : forall M : R, 0 <= M -> _ <= M -> forall n : nat, _ <= M * exp (@?K n) |- _ => let k := eval cbv beta in (K 1%nat) in asked k
  | H : forall M : R, 0 <= M -> _ <= M -> forall t : R, 0 <= t -> _ <= M * exp (@?K t) |- _ => let k := eval cbv beta in (K 1) in asked k
  end
with at_first := repeat match goal with
  | L : step_says (forall n : nat, _) |- _ => let H := fresh in pose proof (L 0%nat) as H; clear L; premises H; apart
  | L : step_says (forall t : R, 0 <= t -> _) |- _ => let H := fresh in pose proof (L 0 (Rle_refl 0)) as H; clear L; premises H; apart
  end
(* What a multiple of what vanishes bounds, or the square of which, perhaps as a step says. *)
with as_vanishing := lazymatch goal with
  | |- vtends _ _ => unfold vtends | |- layers_vtend _ _ => unfold layers_vtend | |- tends _ _ => idtac | |- layers_tend _ _ => idtac
  | |- limsup_at_most _ _ => idtac | |- layers_limsup_at_most _ _ => idtac end;
  vanishing; first [ assumption | lazymatch goal with
  | |- limsup_at_most ?u ?l => match goal with H : tends (fun t => @?w t) 0 |- _ => apply (limsup_under u w l); [ exact H | intros; then_now ] end
  | |- layers_limsup_at_most ?u ?l => match goal with H : layers_tend (fun n => @?w n) 0 |- _ =>
      apply (layers_limsup_under u w l); [ exact H | intro; then_now ] end
  | |- tends ?u ?l => match goal with H : tends (fun t => @?w t) 0 |- _ =>
      some_multiple ltac:(fun c => apply (tends_under u w l c); [ first [ lra | known_now ] | intros; within_now | exact H ]) end
  | |- layers_tend ?u ?l => match goal with H : layers_tend (fun n => @?w n) 0 |- _ =>
      some_multiple ltac:(fun c => apply (layers_tend_under u w l c); [ first [ lra | known_now ] | intro; within_now | exact H ]) end
  end
  | match goal with V : tends _ 0, W : tends _ 0 |- tends ?u ?l => apply (tends_between u _ _ l V W); intros; solve [ below_now ]
    | V : layers_tend _ 0, W : layers_tend _ 0 |- layers_tend ?u ?l => apply (layers_tend_between u _ _ l V W); intro; solve [ below_now ] end
  | match goal with V : tends _ 0 |- tends ?u ?l => apply (tends_between u _ _ l V V); intros; solve [ below_now ]
    | V : layers_tend _ 0 |- layers_tend ?u ?l => apply (layers_tend_between u _ _ l V V); intro; solve [ below_now ] end ]
with below_now := cbv beta; fold_norms; rewrite ?vsub_vzero;
  try lazymatch goal with |- 0 - vnorm ?v <= _ => learn (vnorm_nonneg v) end; first [ then_now | multimatch goal with
  | A : forall t : R, 0 <= t -> forall _ : ?I, _, T : 0 <= ?t, i : ?I |- _ => below_by (A t T i)
  | A : forall (_ : nat) (_ : ?I), _, n : nat, i : ?I |- _ => below_by (A n i)
  end ]
with below_by bound := let B := fresh in pose proof bound as B; cbv beta in B; lazymatch type of B with
  | _ <= _ => fold_norms; lra
  | forall _ : ?I, _ => multimatch goal with j : I |- _ => below_by (B j) end end
with some_multiple tactic := first [ solve [ tactic 1 ]
  | match goal with _ : step_says ?P |- _ => match P with context [_ <= ?c * _] => solve [ tactic c ] end end ]
with within_now := cbv beta; fold_norms; rewrite ?vsub_vzero; first
  [ right; lazymatch goal with |- Rabs (?u - ?l) <= ?c * Rabs ?w =>
      try (let Q := fresh in assert (Q : u <= l) by known_now; cbv beta in Q);
      try (let Q := fresh in assert (Q : l <= u) by first [ apply vnorm_nonneg | known_now ]; cbv beta in Q);
      apply Rle_trans with (c * w); [| apply Rmult_le_compat_l; [ first [ lra | known_now ] | apply Rle_abs ] ] end;
    apply Rabs_le; split; first [ lra | steps_now; lra ]
  | left; rewrite ?Rminus_0_r, ?vnorm_square, ?vsub_vzero; first [ then_now
      | steps_now; repeat match goal with _ : context [?x ^ 2] |- _ => learn (pow2_ge_0 x) end; lra ] ].
(* At a limit point: a continuous function has its limit there, or the value that it has at all times. *)
Ltac by_limit_point steps := let L := fresh in intros ? L; intros; lazymatch type of L with limit_point ?y ?z =>
  let continuous := (repeat first [ continuous_step | lazymatch goal with
    |- vcontinuous (fun y => / @?f y) _ => apply (continuous_inv _ f); [ known_now |] end ]) in
  let known := (repeat match goal with H : ?A -> _ |- _ => lazymatch type of A with Prop => specialize (H ltac:(met_there)) end end) in
  let tending := (cbv beta in *; solve [ assumption | match goal with H : forall _ : _, tends _ _ |- _ => apply H end
    | let t := fresh "t" in let T := fresh "T" in intros ? ?; exists 0; split; [ lra | intros t T; steps t T; cbv beta in *;
      match goal with |- Rabs (?a - ?b) < _ => let E := fresh in assert (E : a = b) by first [ known_now
        | match goal with H : forall M : R, _ |- _ => solve [ eapply H; known_now ] | H : forall (i : _) (M : R), _ |- _ => solve [ eapply H; known_now ] end ];
        rewrite E, Rminus_eq_0, Rabs_R0; assumption end ] ]) in known;
  let at_zero W G := (apply (zero_at_limit_point z W y G); [ known_now | exact L | continuous | first
    [ tending | apply square_tends; [ intro; apply positive_nonneg; known_now | tending ] ] ]) in
  lazymatch goal with
  | |- @eq R ?a ?c => let u := eval pattern z in a in lazymatch u with ?u _ => apply (at_limit_point z y u c L); [ continuous | tending ] end
  | |- @eq (vector ?X) ?a ?c => tryif constr_eq c (@vzero X) then idtac else apply (fun E => equal_by_gap a c vzero E eq_refl);
      lazymatch goal with |- ?b = _ => let u := eval pattern z in b in lazymatch u with ?G _ =>
        first [ match goal with P : positive ?W |- _ => at_zero W G end | at_zero (fun x : X => x) G ] end end
  end end.
(* To one point, by what an inference says of distances. *)
Ltac by_one_point x y K steps := let M := fresh "M" in let P := fresh in let Start := fresh in intros M P Start;
  lazymatch type of x with _ -> ?I -> _ => lazymatch goal with C : complete _, E : @enumerates I ?T |- _ =>
    let z := fresh in let Z := fresh in destruct (one_point T x K M C E) as [z Z];
    [ linear | falling | cbv beta; intros; exists_now
    | let c := fresh "c" in let t := fresh "t" in let i := fresh "i" in let Q := fresh in let G := fresh in intros c t i Q G;
      cbv beta in *; steps t Q i i c; eexists; split; [ derive_now | compared ]
    | cbv beta; intros; multimatch goal with H : forall _ : R, _ |- _ => solve [ eapply H; eassumption ] end
    | exists z; at_a_time; apply Z; assumption ] end end.
(* A claim that fails at an instance: what is known of that meets all its premises, and contradicts what it says. *)
Ltac known_there := repeat match goal with H : exists _, _ |- _ => opened H | H : _ /\ _ |- _ => destruct H end.
Ltac fails_by of met C := let D := fresh in pose proof C as D; try clear C; cbv beta in D; let so E := fails_by of met E in first
  [ match goal with N : ~ _ |- _ => exact (N D) end | lazymatch type of D with
  | _ /\ _ => let E := fresh in let F := fresh in destruct D as [E F]; first [ so E | so F ]
  | _ \/ _ => destruct D as [D|D]; so D
  | exists _, _ => destruct D as [? D]; so D
  | ~ _ => apply D; first [ met | solve [ eauto 6 ] ]
  | forall _ : ?A, _ => lazymatch type of A with
    | Prop => let H := fresh in assert (H : A) by met; so (D H)
    | _ => of D so
    end
  | _ < _ => refine (Rle_not_lt _ _ _ D); clear D; met | _ <= _ => refine (Rlt_not_le _ _ _ D); clear D; met
  | @eq R _ _ => first [ refine (Rlt_not_eq _ _ _ D); clear D; met | refine (Rgt_not_eq _ _ _ D); clear D; met ]
  | _ => of D so
  end ].
Ltac at_any D so := lazymatch type of D with forall _ : ?A, _ => match reverse goal with y : A |- _ => so (D y) end end.
Ltac fails_there C := fails_by at_any met_there C.
Ltac what_it_asks := match goal with
  | |- nondecreasing _ => fail 1
  | |- forall _, _ => intro
  | H : _ /\ _ |- _ => destruct H
  | H : _ \/ _ |- _ => destruct H
  end.
Ltac in_its_parts := repeat first [ lazymatch goal with |- _ /\ _ => split end | what_it_asks ].
(* A part of the claim that an inference says is read from it: what it asks is what the claim says, in its order. *)
Ltac asked_there := first [ match goal with H : ?A |- ?A => exact H end | lazymatch goal with
  | |- _ /\ _ => split; asked_there | |- forall _, _ => intro; asked_there end | match goal with H : forall _ : ?A, _, z : ?A |- _ => exact (H z) end ].
Ltac reads S := let P := type of S in lazymatch P with
  | forall _ : ?A, _ => lazymatch type of A with
    | Prop => let p := constr:(ltac:(asked_there) : A) in reads constr:(S p)
    | _ => match reverse goal with z : A |- _ => lazymatch S with context [z] => fail | _ => reads constr:(S z) end end
    end
  | _ => lazymatch goal with |- ?G => constr_eq P G; exact S end
  end.
Ltac as_said := match goal with S : forall _ : _, _ |- _ => assert_succeeds (simple eapply S); reads S end.
Tactic Notation "not_yet" ident(H) := assert_fails (pose proof H). (* what is known under a name is not inferred again *)
Ltac conclude := first [ solve [ auto ] | in_its_parts; first [ as_said | so_much ] ].
(* Inferences are about all times and members: those of the goal only would be more to look through. *)
Ltac at_no_time := repeat match goal with
  | P : 0 <= ?t |- _ => is_var t; revert P; revert t
  | E : @enumerates ?I _, i : ?I |- context [?i] => revert i
  end.
Ltac without_words infer := let Q := fresh in assert (Q : quiet) by exact I; infer; clear Q.
(* What a part of the claim asks is known to its inferences, too; what they lack is told where no part is left in it. *)
Ltac concluding_part infer := first [ assumption | repeat what_it_asks; at_no_time; without_words infer; first
  [ solve [ quietly ltac:(in_its_parts; conclude) ]
  | lazymatch goal with |- _ /\ _ => split; concluding_part infer | |- _ => loud; infer; conclude end ] ].
(* A part of the claim may rest on those before it. *)
Ltac each_in_turn so infer := lazymatch goal with
  | |- ?A /\ _ => let Q := fresh in assert (Q : A); [ each_in_turn so infer | split; [ exact Q | each_in_turn so infer ] ]
  | _ => first [ solve [ quietly so ] | concluding_part infer ] end.
Ltac concluding_parts infer := each_in_turn fail infer.
Ltac concluding infer := without_words infer;
  first [ solve [ auto ] | each_in_turn ltac:(in_its_parts; first [ as_said | so_much ]) infer ].
