(* Populations that average, in time or in layers, whose theorems need no proof of their author's: a claim
   that has none is put to `by_averages`. It reads off a law the weights of the differences in it, shows
   what the theorems of the files `Averages*.v` ask of them, and finds which of these a claim is. *)
From Coq Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Comparison Numbers Averages AveragesOfVectors AveragesInLayers.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. the weights in a law *)

(* The weight of the difference q to p in a summand, and in a velocity, which may be a multiple of a sum. *)
Ltac weight_in b p q := lazymatch b with
  | p - q => constr:(1)
  | q - p => constr:(-1)
  | vsub p q => constr:(1)
  | vsub q p => constr:(-1)
  | - ?c => let w := weight_in c p q in constr:(- w)
  | ?c / ?d => let w := weight_in c p q in constr:(w / d)
  | vscale ?c ?d => let w := weight_in d p q in constr:(c * w)
  | _ => match b with
    | ?c * ?d => let w := weight_in d p q in constr:(c * w)
    | ?c * ?d => let w := weight_in c p q in constr:(w * d)
    end
  end.
Ltac weight_of v p q j := lazymatch v with
  | total _ ?f => let b := eval cbv beta in (f j) in weight_in b p q
  | vtotal _ ?f => let b := eval cbv beta in (f j) in weight_in b p q
  | - ?c => let w := weight_of c p q j in constr:(- w)
  | ?c / ?d => let w := weight_of c p q j in constr:(w / d)
  | vscale ?c ?d => let w := weight_of d p q j in constr:(c * w)
  | _ => match v with
    | ?c * ?d => let w := weight_of d p q j in constr:(c * w)
    | ?c * ?d => let w := weight_of c p q j in constr:(w * d)
    end
  end.
Ltac weights u du I := constr:(fun (t : R) (i j : I) => ltac:(
  let v := eval cbv beta in (du t i) in let w := weight_of v (u t j) (u t i) j in exact w)).

(* What multiplies a sum is put into it. *)
Ltac as_sum := lazymatch goal with
  | |- total _ _ = _ => idtac
  | |- ?c * total ?T ?f = _ => rewrite <- (total_scale T c f)
  | |- total ?T ?f * ?c = _ => rewrite <- (total_scale_r T c f)
  | |- total ?T ?f / ?c = _ => unfold Rdiv at 1; rewrite <- (total_scale_r T (/ c) f)
  | |- - total ?T ?f = _ =>
      replace (- total T f) with (-1 * total T f) by ring; rewrite <- (total_scale T (-1) f)
  | |- ?c * (?d * ?e) = _ => rewrite <- (Rmult_assoc c d e); as_sum
  | |- ?c * ?d / ?e = _ => replace (c * d / e) with (c / e * d) by (unfold Rdiv; ring); as_sum
  end.
Ltac same_sums leaf := cbv beta;
  first [ as_sum; symmetry; as_sum; symmetry; apply total_ext; intro; same_sums leaf | leaf ].
Ltac same_differences := rewrite ?inner_scale_l, ?inner_sub_l; unfold Rdiv; ring.
Ltac law_of_numbers D := intros ? ? ?; eapply derive_eq; [ apply D; assumption | same_sums same_differences ].
Ltac law_of_vectors D := intros ? ? ?; eapply vderive_eq; [ apply D; assumption |
  cbv beta; apply inner_ext; intro; rewrite ?inner_scale_l, ?inner_vtotal_l;
  same_sums same_differences ].

(* ------------------------------------------------------------------ 2. what is asked of weights *)

Ltac weights_not_negative := intros; not_negative_by_form.
(* A weight is at least what it is with the bound of what is bounded in its place. *)
Ltac at_least := cbv beta; match goal with
  | All : enumerates ?T |- _ => pose proof (size_positive T All) end;
  first [ lra | match goal with
  | H : ?m <= ?w |- ?k <= ?E => lazymatch E with context [w] =>
      let F := eval pattern w in E in lazymatch F with ?f _ =>
        apply Rle_trans with (f m); cbv beta; [ right; field; lra | apply Rminus_le_0;
          match goal with |- 0 <= ?d => replace d with ((f 1 - f 0) * (w - m)) by (cbv beta; (ring || (field; lra))) end;
          cbv beta; apply Rmult_le_pos; [ ring_simplify; not_negative_by_form | lra ] ] end end
  end ].
Ltac weights_at_least := intros; of_these; at_least.
Ltac weights_symmetric := intros; cbv beta; first [ solve [ unfold Rdiv; ring ] | solve [ auto ]
  | match goal with
    | S : forall i j, ?a i j = ?a j i |- context [?a ?p ?q] => rewrite (S p q); unfold Rdiv; ring
    | S : forall t : R, 0 <= t -> forall i j, ?a t i j = ?a t j i |- context [?a ?r ?p ?q] =>
        rewrite (S r ltac:(assumption) p q); unfold Rdiv; ring
    end ].

(* ------------------------------------------------------------------ 3. what is claimed *)

(* The rate of an exponential, whatever it is printed as; time is what a thing that moves is taken at. *)
Ltac rates := repeat match goal with
  | |- context [?u ?t] => is_var u; is_var t; lazymatch type of u with R -> _ =>
      match goal with |- context [exp ?E] => lazymatch E with ?k * t => fail | context [t] =>
        let F := eval pattern t in E in lazymatch F with ?f _ =>
          let k := eval cbv beta in (f 1) in replace E with (k * t) by (unfold Rdiv; ring) end end end end
  | |- context [exp ?E] => lazymatch E with ?k * INR _ => fail | context [INR ?n] =>
      let F := eval pattern (INR n) in E in lazymatch F with ?f _ =>
        let k := eval cbv beta in (f 1) in replace E with (k * INR n) by (unfold Rdiv; ring) end end
  | |- _ <= exp ?E * ?M => rewrite (Rmult_comm (exp E) M)
  | |- _ <= ?b ^ ?k * ?M => is_var k; rewrite (Rmult_comm (b ^ k) M)
  end; fold_lengths
with fold_lengths := repeat match goal with
  | |- context [sqrt (inner ?x ?x)] => change (sqrt (inner x x)) with (vnorm x)
  | H : context [sqrt (inner ?x ?x)] |- _ => change (sqrt (inner x x)) with (vnorm x) in H
  end.
Ltac starts := cbv beta; intros; solve [ assumption | match goal with S : forall _, _ |- _ => apply S end
  | of_these; lra ].
Ltac number_flow T u w All Law := lazymatch goal with
  | |- tends _ _ => match goal with P : 0 < ?m |- _ =>
      apply (numbers_meet T u All w Law (-1 * (size T * m)));
        [ pose proof (Rmult_lt_0_compat _ _ (size_positive T All) P); lra | weights_at_least ] end
  | |- u ?t ?i - u ?t ?j <= ?M * exp (?k * ?t) =>
      apply (spread_averaged T u All w Law k M); [ weights_at_least | starts | assumption ]
  | |- u ?t ?i - u ?t ?j <= ?M => apply (spread_kept T u All w Law); [ weights_not_negative | starts | assumption ]
  | |- u ?t ?i <= ?M => apply (averages_below T u All w Law); [ weights_not_negative | starts | assumption ]
  | |- ?M <= u ?t ?i => apply (averages_above T u All w Law); [ weights_not_negative | starts | assumption ]
  end.
Ltac vector_flow T x w All Law := lazymatch goal with
  | |- vnorm (vsub (x ?t ?i) (x ?t ?j)) <= ?M * exp (?k * ?t) =>
      apply (distances_averaged T x w All Law k M); [ weights_at_least | starts | assumption ]
  | |- vnorm (vsub (x ?t ?i) (x ?t ?j)) <= ?M =>
      apply (distances_kept T x w All Law); [ weights_not_negative | starts | assumption ]
  | |- vnorm (x ?t ?i) <= ?M => apply (ball_kept T x w All Law); [ weights_not_negative | starts | assumption ]
  | |- inner ?c (x ?t ?i) <= ?M =>
      apply (half_space_kept T x w All Law); [ weights_not_negative | starts | assumption ]
  | |- ?M <= inner ?c (x ?t ?i) =>
      apply (half_space_kept_above T x w All Law); [ weights_not_negative | starts | assumption ]
  end.

(* ------------------------------------------------------------------ 4. energies *)

Lemma multiple_kept (E F : R -> R) r M : 0 < r -> (forall t, 0 <= t -> E t = r * F t) -> E 0 <= M ->
  (F 0 <= M / r -> forall t, 0 <= t -> F t <= M / r) -> forall t, 0 <= t -> E t <= M.
Proof.
  intros P Is Start Kept t Ht. rewrite (Is t Ht). rewrite (Is 0 (Rle_refl 0)) in Start.
  replace M with (r * (M / r)) by (field; lra). apply Rmult_le_compat_l; [lra|]. apply Kept; [|exact Ht].
  apply (Rmult_le_reg_l r); [exact P|]. replace (r * (M / r)) with M by (field; lra). exact Start.
Qed.
Lemma multiple_decays (E F : R -> R) r k M : 0 < r -> (forall t, 0 <= t -> E t = r * F t) -> E 0 <= M ->
  (F 0 <= M / r -> forall t, 0 <= t -> F t <= M / r * exp (k * t)) -> forall t, 0 <= t -> E t <= M * exp (k * t).
Proof.
  intros P Is Start Kept t Ht. rewrite (Is t Ht). rewrite (Is 0 (Rle_refl 0)) in Start.
  replace (M * exp (k * t)) with (r * (M / r * exp (k * t))) by (field; lra).
  apply Rmult_le_compat_l; [lra|]. apply Kept; [|exact Ht].
  apply (Rmult_le_reg_l r); [exact P|]. replace (r * (M / r)) with M by (field; lra). exact Start.
Qed.
Lemma multiple_kept_in_layers (E F : nat -> R) r M : 0 < r -> (forall k, E k = r * F k) -> E 0%nat <= M ->
  (F 0%nat <= M / r -> forall k, F k <= M / r) -> forall k, E k <= M.
Proof.
  intros P Is Start Kept k. rewrite Is. rewrite Is in Start.
  replace M with (r * (M / r)) by (field; lra). apply Rmult_le_compat_l; [lra|]. apply Kept.
  apply (Rmult_le_reg_l r); [exact P|]. replace (r * (M / r)) with M by (field; lra). exact Start.
Qed.
Lemma square_of_length {S : inner_product_space} (x : S) : vnorm x ^ 2 = inner x x.
Proof. rewrite <- vnorm_square. ring. Qed.

(* The number that multiplies a sum. *)
Ltac factor_of E := lazymatch E with
  | total _ _ => constr:(1)
  | ?c / ?d => let r := factor_of c in constr:(r / d)
  | _ => match E with
    | ?c * ?d => let r := factor_of d in constr:(c * r)
    | ?c * ?d => let r := factor_of c in constr:(r * d)
    end
  end.
Ltac expanded_forms := unfold vsub, mean;
  rewrite ?inner_add_l, ?inner_add_r, ?inner_scale_l, ?inner_scale_r, ?inner_zero_l, ?inner_zero_r.
Ltac same_forms := fold_lengths; rewrite ?square_of_length; expanded_forms; unfold Rdiv; ring.
Ltac energies_agree := intros; rewrite ?energy_of_numbers, ?disagreement_of_numbers, ?dissipation_of_numbers;
  unfold disagreement, energy_about, dissipation; same_sums same_forms.
(* About what point the squares are taken: the mean, a point that is named, or 0. *)
Ltac energy_flow T x w All Law point := lazymatch goal with Ht : 0 <= ?t |- ?E <= ?B =>
  let F := eval pattern t in E in lazymatch F with ?e _ => let r := factor_of E in
  let P := fresh "P" in assert (P : 0 < r) by positive_by_form;
  lazymatch B with
  | ?M * exp (?k * t) => apply (multiple_decays e (fun s => disagreement T (x s)) r k M P);
      [ energies_agree | starts | | exact Ht ]; intros Start;
      apply (disagreement_decays T x w Law); [ weights_symmetric | exact Start | gap ]
  | ?M => first
    [ apply (multiple_kept e (fun s => disagreement T (x s)) r M P); [ solve [ energies_agree ] | starts | | exact Ht ];
      apply (disagreement_kept T x w Law); [ weights_not_negative | weights_symmetric ]
    | apply (multiple_kept e (fun s => energy_about T point (x s)) r M P);
      [ solve [ energies_agree ] | starts | | exact Ht ];
      apply (energy_kept T x w Law); [ weights_not_negative | weights_symmetric ]
    | lazymatch w with (fun _ => ?a) =>
      apply (multiple_kept e (dissipation T x w) r M P); [ solve [ energies_agree ] | starts | | exact Ht ];
      apply (dissipation_falls T x a Law); weights_symmetric end ]
  end end end
with gap := let s := fresh "s" in let Hs := fresh "Hs" in intros s Hs; of_these; match goal with
  | G : forall z, ?l <= ?r |- _ <= dissipation _ ?x _ _ => let L := fresh "L" in assert (L := G (x s)); cbv beta in L;
      eapply Rle_trans; [ | eapply Rle_trans; [ exact L | ] ]; right; solve [ energies_agree | symmetry; energies_agree ]
  end.

(* ------------------------------------------------------------------ 5. layers *)

Ltac part_in b p := lazymatch b with
  | p => constr:(1)
  | - ?c => let w := part_in c p in constr:(- w)
  | ?c / ?d => let w := part_in c p in constr:(w / d)
  | vscale ?c ?d => let w := part_in d p in constr:(c * w)
  | _ => match b with
    | ?c * ?d => let w := part_in d p in constr:(c * w)
    | ?c * ?d => let w := part_in c p in constr:(w * d)
    end
  end.
Ltac part_of v p j := lazymatch v with
  | total _ ?f => let b := eval cbv beta in (f j) in part_in b p
  | vtotal _ ?f => let b := eval cbv beta in (f j) in part_in b p
  | ?c / ?d => let w := part_of c p j in constr:(w / d)
  | vscale ?c ?d => let w := part_of d p j in constr:(c * w)
  | ?c * ?d => let w := part_of d p j in constr:(c * w)
  end.
Ltac shares u image I := constr:(fun (i j : I) => ltac:(
  let w := constr:(fun k : nat => ltac:(
    let v := eval cbv beta in (image k i) in let w := part_of v (u k j) j in exact w)) in
  lazymatch w with (fun _ => ?c) => exact c end)).
Ltac sums_to_one := intros; cbv beta; rewrite ?Rmult_1_r; first [ solve [ auto ]
  | match goal with H : forall i, total ?T (fun k => @?w i k) = 1 |- total ?T (fun k => @?v k) = 1 =>
      etransitivity; [ apply total_ext; intro; cbv beta; rewrite Rmult_1_r; reflexivity | apply H ] end
  | etransitivity; [ apply total_ext; intro; cbv beta; rewrite Rmult_1_r; reflexivity |];
    unfold Rdiv; rewrite total_scale_r; apply Rinv_r, Rgt_not_eq, Rlt_gt; positive_by_form ].
Ltac powers := repeat match goal with
  | |- context [exp (?k * INR ?n)] => lazymatch k with
      | - (_ * _) => fail
      | _ => match goal with Least : forall i j, ?m <= @?l i j, All : enumerates ?T |- _ =>
          replace (k * INR n) with (- (size T * m) * INR n) by ring end end
  | |- context [?b ^ ?n] => is_var n; lazymatch b with
      | 1 - size _ * _ => fail
      | _ => match goal with Least : forall i j, ?m <= @?l i j, All : enumerates ?T |- _ =>
          replace (b ^ n) with ((1 - size T * m) ^ n) by (f_equal; ring) end end
  end.
Ltac least := intros; cbv beta; rewrite ?Rmult_1_r; solve [ auto | of_these; lra ].
Ltac number_layers T u w All Law Rows := lazymatch goal with
  | |- u ?k ?i - u ?k ?j <= ?M * (1 - size T * ?m) ^ ?k =>
      apply (layers_spread T w All Rows u Law m M); [ least | starts ]
  | |- u ?k ?i - u ?k ?j <= ?M * exp (- (size T * ?m) * INR ?k) =>
      apply (layers_spread_exponentially T w All Rows u Law m M); [ least | starts ]
  | |- u ?k ?i - u ?k ?j <= ?M =>
      apply (layers_spread_kept T w All Rows u Law); [ weights_not_negative | starts ]
  | |- u ?k ?i <= ?M => apply (layers_below T w Rows u Law); [ weights_not_negative | starts ]
  end.
Ltac vector_layers T x w All Law Rows := lazymatch goal with
  | |- vnorm (vsub (x ?k ?i) (x ?k ?j)) <= ?M * (1 - size T * ?m) ^ ?k =>
      apply (layers_distances T w x All Rows Law m M); [ least | starts ]
  | |- vnorm (vsub (x ?k ?i) (x ?k ?j)) <= ?M * exp (- (size T * ?m) * INR ?k) =>
      apply (layers_distances_exponentially T w x All Rows Law m M); [ least | starts ]
  | |- vnorm (vsub (x ?k ?i) (x ?k ?j)) <= ?M =>
      apply (layers_distances_kept T w x All Rows Law); [ weights_not_negative | starts ]
  | |- vnorm (x ?k ?i) <= ?M => apply (layers_ball T w x Rows Law); [ weights_not_negative | starts ]
  | |- inner ?c (x ?k ?i) <= ?M => apply (layers_half_space T w x Rows Law); [ weights_not_negative | starts ]
  | |- ?M <= inner ?c (x ?k ?i) => apply (layers_half_space_above T w x Rows Law); [ weights_not_negative | starts ]
  end.
Ltac energy_layers T x w Law Rows point k := lazymatch goal with
  | |- ?E <= ?M => let F := eval pattern k in E in lazymatch F with ?e _ => let r := factor_of E in
    let P := fresh "P" in assert (P : 0 < r) by positive_by_form; first
    [ apply (multiple_kept_in_layers e (fun k => disagreement T (x k)) r M P); [ solve [ energies_agree ] | starts |];
      apply (layers_disagreement_kept T w x Rows Law); [ weights_not_negative | sums_to_one ]
    | apply (multiple_kept_in_layers e (fun k => energy_about T point (x k)) r M P);
      [ solve [ energies_agree ] | starts |];
      apply (layers_energy_kept T w x Rows Law); [ weights_not_negative | sums_to_one ] ] end
  end.

(* Steps towards the others: weights of differences, of which a row has at most 1. *)
Ltac step_weights u image I := constr:(fun (k : nat) (i j : I) => ltac:(
  let v := eval cbv beta in (image k i) in lazymatch v with
  | u k i + ?s => let w := weight_of s (u k j) (u k i) j in exact w
  | u k i - ?s => let w := weight_of s (u k j) (u k i) j in exact (- w)
  | vadd (u k i) ?s => let w := weight_of s (u k j) (u k i) j in exact w
  | vsub (u k i) ?s => let w := weight_of s (u k j) (u k i) j in exact (- w)
  end)).
Ltac rows_at_most_one := let k := fresh "k" in let i := fresh "i" in intros k i; cbv beta; match goal with
  | H : forall i, @?l i <= 1 |- _ =>
      let K := fresh "K" in assert (K := H i); cbv beta in K; apply Rle_trans with (2 := K); right;
      solve [ same_sums ltac:(unfold Rdiv; ring) ]
  | H : forall i, total ?T (fun k => @?a i k) = 1 |- total ?T ?w <= 1 => match goal with |- _ =>
      let c := constr:(fun j => ltac:(
        let b := eval cbv beta in (w j) in let e := eval cbv beta in (a i j) in let r := part_in b e in exact r)) in
      lazymatch c with (fun _ => ?c) => apply Rle_trans with (c * total T (fun j => a i j));
        [ right; solve [ same_sums ltac:(unfold Rdiv; ring) ] | cbv beta; rewrite (H i); lra ] end end
  end.
Ltac law_of_steps L := intros ? ?; rewrite L; cbv beta;
  lazymatch goal with |- ?p - ?s = ?r => change (p + - s = r) | |- _ => idtac end; apply f_equal;
  solve [ same_sums same_differences ].
Ltac law_of_vector_steps L := intros ? ?; rewrite L; cbv beta;
  lazymatch goal with |- vsub ?p ?s = ?r => change (vadd p (vscale (-1) s) = r) | |- _ => idtac end;
  apply f_equal; apply inner_ext; intro;
  rewrite ?inner_scale_l, ?inner_vtotal_l; solve [ same_sums same_differences ].
Ltac number_steps T u w All Law P Q := lazymatch goal with
  | |- u ?k ?i - u ?k ?j <= ?M => apply (steps_spread T w All P Q u Law); starts
  | |- u ?k ?i <= ?M => apply (steps_below T w P Q u Law); starts
  | |- ?M <= u ?k ?i => apply (steps_above T w P Q u Law); starts
  end.
Ltac vector_steps T x w All Law P Q := lazymatch goal with
  | |- vnorm (vsub (x ?k ?i) (x ?k ?j)) <= ?M => apply (steps_distances T w All P Q x Law); starts
  | |- vnorm (x ?k ?i) <= ?M => apply (steps_ball T w P Q x Law); starts
  | |- inner ?c (x ?k ?i) <= ?M => apply (steps_half_space T w P Q x Law); starts
  | |- ?M <= inner ?c (x ?k ?i) => apply (steps_half_space_above T w P Q x Law); starts
  end.

(* ------------------------------------------------------------------ 6. sums and means that stay *)

Lemma numbers_sum_stays {I} (T : list I) u a : averaging T u a -> (forall t i j, 0 <= t -> a t i j = a t j i) ->
  forall t, 0 <= t -> total T (fun i => u t i) = total T (fun i => u 0 i).
Proof. exact (fun Law Symmetric => sum_averaged T u a Law Symmetric). Qed.
Lemma numbers_layers_sum {I} (T : list I) w u : averaged_layers T w u -> (forall j, total T (fun i => w i j) = 1) ->
  forall k, total T (fun i => u k i) = total T (fun i => u 0%nat i).
Proof.
  intros Law Columns k. assert (E := layers_vsum (V := real_line) T w u (averaged_numbers T w u Law) Columns k).
  rewrite !vtotal_of_numbers in E. exact E.
Qed.

Lemma vectors_sum_stays {S : inner_product_space} {I} (T : list I) (x : R -> I -> S) a : averaging_vectors T x a ->
  (forall t i j, 0 <= t -> a t i j = a t j i) ->
  forall t, 0 <= t -> vtotal T (fun i => x t i) = vtotal T (fun i => x 0 i).
Proof. exact (fun Law Symmetric => vsum_averaged T x a Law Symmetric). Qed.
Lemma vectors_layers_sum {S : inner_product_space} {I} (T : list I) w (x : nat -> I -> S) : averaged_vectors T w x ->
  (forall j, total T (fun i => w i j) = 1) -> forall k, vtotal T (fun i => x k i) = vtotal T (fun i => x 0%nat i).
Proof. exact (fun Law Columns => layers_vsum T w x Law Columns). Qed.

(* ------------------------------------------------------------------ 7. the tactic *)

Ltac taken_apart := intros; repeat match goal with
  | |- _ /\ _ => split
  | |- _ -> _ => intro
  | |- forall _, _ => intro
  | H : _ /\ _ |- _ => destruct H
  end.
Ltac by_averages := taken_apart; rates; match goal with
  | All : enumerates ?T, D : forall (t : R) (i : ?I), 0 <= t -> is_derive (fun s => ?u s i) t (@?du t i) |- _ =>
    let w := weights u du I in
    let Law := fresh "Law" in assert (Law : averaging T u w) by law_of_numbers D;
    first [ solve [ number_flow T u w All Law ]
      | solve [ rewrite (numbers_sum_stays T u w Law ltac:(weights_symmetric)) by assumption; auto ]
      | let Lines := fresh "Lines" in assert (Lines := averaging_numbers T u w Law);
        solve [ energy_flow T (u : R -> I -> real_line) w All Lines (0 : real_line) ] ]
  | All : enumerates ?T, D : forall (t : R) (i : ?I), 0 <= t -> is_vderive (fun s => ?x s i) t (@?dx t i) |- _ =>
    let w := weights x dx I in
    let Law := fresh "Law" in assert (Law : averaging_vectors T x w) by law_of_vectors D;
    first [ solve [ vector_flow T x w All Law ]
      | solve [ rewrite (vectors_sum_stays T x w Law ltac:(weights_symmetric)) by assumption; auto ]
      | match goal with |- context [vsub _ ?p] => solve [ energy_flow T x w All Law p ] end
      | solve [ energy_flow T x w All Law (@vzero _) ] ]
  | All : enumerates ?T, L : forall (k : nat) (i : ?I), ?u (S k) i = @?image k i |- context [?u ?k] =>
    is_var k; let w := shares u image I in let Law := fresh "Law" in let Rows := fresh "Rows" in
    assert (Rows : forall i, total T (w i) = 1) by sums_to_one;
    lazymatch type of L with
    | forall k i, @eq R _ _ =>
      assert (Law : averaged_layers T w u)
        by (intros ? ?; rewrite L; same_sums same_differences);
      powers;
      first [ solve [ number_layers T u w All Law Rows ]
        | solve [ rewrite (numbers_layers_sum T w u Law ltac:(sums_to_one)); auto ]
        | let Lines := fresh "Lines" in assert (Lines := averaged_numbers T w u Law);
          solve [ energy_layers T (u : nat -> I -> real_line) w Lines Rows (0 : real_line) k ] ]
    | _ =>
      assert (Law : averaged_vectors T w u) by
        (intros ? ?; rewrite L; apply inner_ext; intro; rewrite ?inner_scale_l, ?inner_vtotal_l;
         same_sums same_differences);
      powers;
      first [ solve [ vector_layers T u w All Law Rows ]
        | solve [ rewrite (vectors_layers_sum T w u Law ltac:(sums_to_one)); auto ]
        | match goal with |- context [vsub _ ?p] => solve [ energy_layers T u w Law Rows p k ] end
        | solve [ energy_layers T u w Law Rows (@vzero _) k ] ]
    end
  | All : enumerates ?T, L : forall (k : nat) (i : ?I), ?u (S k) i = @?image k i |- context [?u ?k] =>
    is_var k; let w := step_weights u image I in let Law := fresh "Law" in
    let P := fresh "P" in let Q := fresh "Q" in
    assert (P : forall k i j, 0 <= w k i j) by weights_not_negative;
    assert (Q : forall k i, total T (w k i) <= 1) by rows_at_most_one;
    lazymatch type of L with
    | forall k i, @eq R _ _ =>
      assert (Law : stepping T w u) by law_of_steps L; solve [ number_steps T u w All Law P Q ]
    | _ => assert (Law : stepping_vectors T w u) by law_of_vector_steps L; solve [ vector_steps T u w All Law P Q ]
    end
  end.
