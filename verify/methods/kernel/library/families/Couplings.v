(* Phases that are coupled by sines, u_i' = w_i + sum_j a_ij sin (u_j - u_i), whose theorems need no proof of their
   author's: an arc is kept, or closes, and the order grows. A claim that has none is put to `by_couplings`. *)
From Coq Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Comparison Numbers Averages Populations.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. sines *)

Lemma sine_above_slope x : 0 <= x <= PI -> x * cos x <= sin x.
Proof.
  intros X. assert (G := growth (fun y => sin y - y * cos y) (fun y => y * sin y) 0 0 x ltac:(lra)).
  cbv beta in G. rewrite sin_0 in G. cut (0 * (x - 0) <= sin x - x * cos x - (0 - 0 * cos 0)); [lra|]. apply G.
  - intros t _. eapply derive_eq.
    + apply (derive_minus (fun y => sin y) (fun y => y * cos y)).
      * apply (derive_sin (fun y => y)). apply derive_id.
      * apply (derive_mult (fun y => y) (fun y => cos y)); [apply derive_id | apply (derive_cos (fun y => y)), derive_id].
    + ring.
  - intros t Ht. apply Rmult_le_pos; [lra | apply sin_ge_0; lra].
Qed.
Lemma sine_above_chord x M : 0 <= x <= M -> M <= PI -> x * sin M <= M * sin x.
Proof.
  intros X HM. assert (G := growth (fun y => y * sin x - x * sin y) (fun y => sin x - x * cos y) 0 x M ltac:(lra)).
  cut (0 * (M - x) <= M * sin x - x * sin M - (x * sin x - x * sin x)); [lra|]. apply G.
  - intros t _. eapply derive_eq.
    + apply (derive_minus (fun y => y * sin x) (fun y => x * sin y)).
      * apply (derive_mult (fun y => y) (fun _ => sin x)); [apply derive_id | apply derive_const].
      * apply (derive_mult (fun _ => x) (fun y => sin y)); [apply derive_const | apply (derive_sin (fun y => y)), derive_id].
    + ring.
  - intros t Ht. assert (S := sine_above_slope x ltac:(lra)).
    assert (C : cos t <= cos x) by (destruct (Req_dec x t) as [->|N]; [lra | left; apply cos_decreasing_1; lra]).
    assert (0 <= x * (cos x - cos t)) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma sines_above p q : 0 <= p -> 0 <= q -> p + q <= PI -> sin (p + q) <= sin p + sin q.
Proof.
  intros P Q B. rewrite sin_plus. assert (A := sin_ge_0 p P ltac:(lra)). assert (C := sin_ge_0 q Q ltac:(lra)).
  assert (X := COS_bound p). assert (Y := COS_bound q).
  assert (0 <= sin p * (1 - cos q)) by (apply Rmult_le_pos; lra).
  assert (0 <= sin q * (1 - cos p)) by (apply Rmult_le_pos; lra). lra.
Qed.

(* ------------------------------------------------------------------ 2. phases *)

Section Phases.
Context {I : Type} (T : list I) (u : R -> I -> R) (a : R -> I -> I -> R) (w : R -> I -> R).
Hypothesis All : enumerates T.
Definition coupled := forall t i, 0 <= t ->
  is_derive (fun s => u s i) t (w t i + total T (fun j => a t i j * sin (u t j - u t i))).
Hypothesis Law : coupled.
Hypothesis Weights : forall t i j, 0 <= t -> 0 <= a t i j.

Lemma phases_apart c t i j : 0 <= t -> (forall q, u t q <= u t i) -> (forall q, u t j <= u t q) ->
  u t i - u t j < PI -> 0 <= c -> (forall p q, c <= size T * a t p q) ->
  total T (fun q => a t i q * sin (u t q - u t i)) - total T (fun q => a t j q * sin (u t q - u t j))
  <= - c * sin (u t i - u t j).
Proof.
  intros Ht A B Half C Least. assert (P := size_positive T All).
  replace (- c * sin (u t i - u t j)) with (size T * - (c / size T) * sin (u t i - u t j)) by (field; lra).
  apply sums_apart. intro q. specialize (A q). specialize (B q).
  assert (F : forall v x, c <= size T * v -> 0 <= x -> c / size T * x <= v * x).
  { intros v x W X. apply Rmult_le_compat_r; [exact X|]. apply (Rmult_le_reg_l (size T)); [exact P|].
    replace (size T * (c / size T)) with c by (field; lra). exact W. }
  assert (S1 : 0 <= sin (u t i - u t q)) by (apply sin_ge_0; lra).
  assert (S2 : 0 <= sin (u t q - u t j)) by (apply sin_ge_0; lra).
  assert (F1 := F _ _ (Least i q) S1). assert (F2 := F _ _ (Least j q) S2).
  assert (S := sines_above (u t i - u t q) (u t q - u t j) ltac:(lra) ltac:(lra) ltac:(lra)).
  replace (u t i - u t q + (u t q - u t j)) with (u t i - u t j) in S by ring.
  replace (sin (u t q - u t i)) with (- sin (u t i - u t q)) by (rewrite <- sin_neg; f_equal; ring).
  assert (0 <= c / size T) by (apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]).
  assert (c / size T * sin (u t i - u t j) <= c / size T * (sin (u t i - u t q) + sin (u t q - u t j)))
    by (apply Rmult_le_compat_l; lra). lra.
Qed.
(* An arc stays if the coupling at its ends outweighs what frequencies differ by. *)
Lemma arc_kept c M : M < PI -> 0 <= c -> (forall t i j, 0 <= t -> c <= size T * a t i j) ->
  (forall t i j, 0 <= t -> w t i - w t j <= c * sin M) ->
  (forall i j, u 0 i - u 0 j <= M) -> forall i j t, 0 <= t -> u t i - u t j <= M.
Proof.
  intros Half C Least Fits Start.
  eapply (spread_within T u All _ c M (PI - M)); [exact C | lra | exact Law | exact Start |].
  intros i j t Ht A B [L U].
  assert (S := phases_apart c t i j Ht A B ltac:(lra) C (fun p q => Least t p q Ht)).
  specialize (Fits t i j Ht).
  assert (Near : sin M - sin (u t i - u t j) <= u t i - u t j - M).
  { assert (G := growth (fun y => sin y + y) (fun y => cos y + 1) 0 M (u t i - u t j) ltac:(lra)).
    cut (0 * (u t i - u t j - M) <= sin (u t i - u t j) + (u t i - u t j) - (sin M + M)); [lra|]. apply G.
    - intros s _. eapply derive_eq; [apply (derive_plus (fun y => sin y) (fun y => y));
        [apply (derive_sin (fun y => y)), derive_id | apply derive_id] | ring].
    - intros s _. assert (X := COS_bound s). lra. }
  assert (c * (sin M - sin (u t i - u t j)) <= c * (u t i - u t j - M)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Hypothesis Alike : forall t i j, w t i = w t j.
Lemma arc_decays c k M : 0 < M -> M < PI -> 0 <= c -> (forall t i j, 0 <= t -> c <= size T * a t i j) ->
  - k * M <= c * sin M ->
  (forall i j, u 0 i - u 0 j <= M) -> forall i j t, 0 <= t -> u t i - u t j <= M * exp (k * t).
Proof.
  intros Pos Half C Least Rate Start.
  assert (SM := sin_ge_0 M ltac:(lra) ltac:(lra)).
  assert (Kept : forall i j t, 0 <= t -> u t i - u t j <= M).
  { apply (arc_kept c); auto. intros t i j _. rewrite (Alike t i j), Rminus_diag_eq by reflexivity.
    apply Rmult_le_pos; lra. }
  eapply (spread_of_them T u _ All Law k M Start).
  intros i j t Ht A B. specialize (Kept i j t Ht). specialize (A j) as D.
  assert (S := phases_apart c t i j Ht A B ltac:(lra) C (fun p q => Least t p q Ht)).
  assert (Ch := sine_above_chord (u t i - u t j) M ltac:(lra) ltac:(lra)). rewrite (Alike t i j).
  cut (- (k * (u t i - u t j)) <= c * sin (u t i - u t j)); [lra|].
  apply (Rmult_le_reg_l M); [exact Pos|].
  apply Rle_trans with (c * ((u t i - u t j) * sin M)).
  - replace (M * - (k * (u t i - u t j))) with ((- k * M) * (u t i - u t j)) by ring.
    replace (c * ((u t i - u t j) * sin M)) with (c * sin M * (u t i - u t j)) by ring.
    apply Rmult_le_compat_r; lra.
  - replace (M * (c * sin (u t i - u t j))) with (c * (M * sin (u t i - u t j))) by ring.
    apply Rmult_le_compat_l; lra.
Qed.
End Phases.

(* Alike phases that are coupled alike climb the sum of the cosines of their differences. *)
Section Order.
Context {I : Type} (T : list I) (u : R -> I -> R) (c : R).
Hypothesis Positive : 0 <= c.
Hypothesis Law : forall t i, 0 <= t -> is_derive (fun s => u s i) t (c * total T (fun j => sin (u t j - u t i))).
Definition order (y : I -> R) := total T (fun i => total T (fun j => cos (y i - y j))).
Lemma order_grows M : M <= order (u 0) -> forall t, 0 <= t -> M <= order (u t).
Proof.
  intros Start. set (pull := fun t i => total T (fun j => sin (u t j - u t i))).
  assert (D : differentiable (fun t => order (u t)) (fun t => 2 * c * total T (fun i => pull t i * pull t i))).
  { intros t Ht. set (F := fun i j => c * pull t i * sin (u t j - u t i)). eapply derive_eq.
    - apply (derive_total T (fun s i => total T (fun j => cos (u s i - u s j))) t
        (fun i => total T (fun j => F i j + F j i))). intro i.
      apply (derive_total T (fun s j => cos (u s i - u s j))). intro j. eapply derive_eq.
      + apply (derive_cos (fun s => u s i - u s j)).
        apply (derive_minus (fun s => u s i) (fun s => u s j)); apply Law, Ht.
      + fold (pull t i) (pull t j). unfold F. replace (u t j - u t i) with (- (u t i - u t j)) by ring.
        rewrite sin_neg. ring.
    - assert (Turned : total T (fun i => total T (fun j => F j i)) = total T (fun i => total T (F i)))
        by exact (total_swap T T (fun i j => F j i)).
      rewrite (total_ext T _ (fun i => total T (F i) + total T (fun j => F j i))) by (intro; apply total_add).
      rewrite total_add, Turned.
      rewrite (total_ext T (fun i => total T (F i)) (fun i => c * (pull t i * pull t i))).
      2:{ intro i. unfold F. rewrite total_scale. fold (pull t i). ring. }
      rewrite total_scale. ring. }
  apply (stays_above _ _ M D Start). intros t Ht _.
  apply Rmult_le_pos; [lra|]. apply total_nonneg. intro. apply Rle_0_sqr.
Qed.
Lemma multiple_of_order_grows (E : R -> R) r M : 0 < r -> (forall t, E t = r * order (u t)) -> M <= E 0 ->
  forall t, 0 <= t -> M <= E t.
Proof.
  intros P Is Start t Ht. rewrite Is. rewrite Is in Start. replace M with (r * (M / r)) by (field; lra).
  apply Rmult_le_compat_l; [lra|]. apply order_grows; [|exact Ht].
  apply (Rmult_le_reg_l r); [exact P|]. replace (r * (M / r)) with M by (field; lra). exact Start.
Qed.
End Order.

(* ------------------------------------------------------------------ 3. the tactic *)

Ltac sine_in b p q := lazymatch b with
  | sin (p - q) => constr:(1)
  | sin (q - p) => constr:(-1)
  | - ?c => let w := sine_in c p q in constr:(- w)
  | ?c / ?d => let w := sine_in c p q in constr:(w / d)
  | _ => match b with
    | ?c * ?d => let w := sine_in d p q in constr:(c * w)
    | ?c * ?d => let w := sine_in c p q in constr:(w * d)
    end
  end.
Ltac sine_of v p q j := lazymatch v with
  | total _ ?f => let b := eval cbv beta in (f j) in sine_in b p q
  | - ?c => let w := sine_of c p q j in constr:(- w)
  | ?c / ?d => let w := sine_of c p q j in constr:(w / d)
  | ?c + ?d => sine_of d p q j
  | ?c * ?d => match v with
    | _ => let w := sine_of d p q j in constr:(c * w)
    | _ => let w := sine_of c p q j in constr:(w * d)
    end
  end.
Ltac frequency v := lazymatch v with ?c + _ => c | _ => constr:(0) end.
Ltac sines u du I := constr:(fun (t : R) (i j : I) => ltac:(
  let v := eval cbv beta in (du t i) in let w := sine_of v (u t j) (u t i) j in exact w)).
Ltac frequencies du I := constr:(fun (t : R) (i : I) => ltac:(
  let v := eval cbv beta in (du t i) in let w := frequency v in exact w)).
Ltac same_pull := unfold Rdiv; first [ ring | replace (sin _) with (- sin _) by (rewrite <- sin_neg; f_equal; ring); ring ].
Ltac law_of_phases D := intros ? ? ?; eapply derive_eq; [ apply D; assumption | cbv beta;
  lazymatch goal with |- ?c + _ = _ => apply (f_equal (Rplus c)) | |- _ => rewrite Rplus_0_l end; same_sums same_pull ].
(* What a weight times the number of phases is, where all are coupled alike. *)
Ltac pulls T w := lazymatch w with (fun t i j => ?c) => constr:(size T * c) end.
Ltac fits := intros; cbv beta; pose_size; first [ lra | of_these; lra | right; field; repeat split; lra ]
with pose_size := match goal with All : enumerates ?T |- _ => learn (size_positive T All) end.
Ltac phases T u w f All Law := first
  [ lazymatch goal with |- u ?t ?i - u ?t ?j <= ?M * exp (?k * ?t) =>
      multimatch goal with
      | |- _ => let c := pulls T w in apply (arc_decays T u w f All Law ltac:(intros; cbv beta; auto) c k M)
      | B : forall i j, ?m <= @?l i j |- _ =>
          apply (arc_decays T u w f All Law ltac:(intros; cbv beta; auto) (size T * m) k M)
      end; [ fits | fits | weights_not_negative | weights_at_least | fits | starts | assumption ] end
  | lazymatch goal with |- u ?t ?i - u ?t ?j <= ?M => multimatch goal with
      | |- _ => apply (arc_kept T u w f All Law 0 M)
      | |- _ => let c := pulls T w in apply (arc_kept T u w f All Law c M)
      | B : forall i j, @?l i j <= ?c * sin M |- _ => apply (arc_kept T u w f All Law c M)
      end; [ fits | weights_not_negative | intros; rewrite ?Rmult_0_l; weights_bound | fits | starts | assumption ] end ]
with weights_bound := first [ solve [ pose_size; apply Rmult_le_pos; [ lra | not_negative_by_form ] ] | weights_at_least
  | pose_size; right; field; lra ].
Ltac order_of T u All D := lazymatch goal with Ht : 0 <= ?t |- ?M <= ?E =>
  let F := eval pattern t in E in lazymatch F with ?e _ => let r := factor_of E in
  lazymatch type of D with forall t i, 0 <= t -> is_derive _ _ (@?d t i) =>
  let c := constr:(fun (t : R) i => ltac:(let v := eval cbv beta in (d t i) in
    lazymatch v with ?c * total _ _ => exact c | total _ _ => exact 1 end)) in
  lazymatch c with (fun _ _ => ?c) =>
    apply (multiple_of_order_grows T u c ltac:(weights_not_negative) ltac:(intros; eapply derive_eq;
      [ apply D; assumption | cbv beta; ring ]) e r M ltac:(positive_by_form)); [ | starts | assumption ];
    intros; unfold order; same_sums ltac:(unfold Rdiv; ring) end end end end.
Ltac by_couplings := taken_apart; rates; match goal with
  | All : enumerates ?T, D : forall (t : R) (i : ?I), 0 <= t -> is_derive (fun s => ?u s i) t (@?du t i) |- _ =>
    let w := sines u du I in let f := frequencies du I in
    let Law := fresh "Law" in first
    [ solve [ order_of T u All D ]
    | assert (Law : coupled T u w f) by law_of_phases D; solve [ phases T u w f All Law ] ]
  end.
